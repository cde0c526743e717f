package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.Access;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a session of a role is narrowed to, as IAM's policies have it: the objects below some directories of S3, by whole path
 * segments (LOC-3), to be read or also to be written (CAT-11). Pure.
 */
final class SessionPolicy {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> READ = List.of("s3:GetObject");
    private static final List<String> WRITE =
            List.of("s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts");

    private SessionPolicy() {}

    /**
     * The policy as JSON.
     *
     * @param partition of AWS: {@code aws}, {@code aws-cn}
     * @param places directories on S3
     */
    static String of(String partition, List<Location> places, Access access) {
        Map<String, List<Location>> byBucket =
                places.stream().collect(Collectors.groupingBy(Location::authority, TreeMap::new, Collectors.toList()));
        ObjectNode policy = JSON.objectNode().put("Version", "2012-10-17");
        ArrayNode statements = policy.putArray("Statement");
        ObjectNode objects = statement(statements, READ);
        if (access == Access.READ_WRITE) {
            WRITE.forEach(((ArrayNode) objects.get("Action"))::add);
        }
        ArrayNode resources = objects.putArray("Resource");
        places.forEach(
                place -> resources.add(bucket(partition, place.authority()) + "/" + literal(below(place)) + "*"));
        byBucket.forEach((name, its) -> {
            ObjectNode listing = statement(statements, List.of("s3:ListBucket"));
            listing.putArray("Resource").add(bucket(partition, name));
            ArrayNode prefixes =
                    listing.putObject("Condition").putObject("StringLike").putArray("s3:prefix");
            its.forEach(place -> prefixes.add(literal(below(place)) + "*"));
        });
        return policy.toString();
    }

    private static ObjectNode statement(ArrayNode statements, List<String> actions) {
        ObjectNode statement = statements.addObject().put("Effect", "Allow");
        ArrayNode listed = statement.putArray("Action");
        actions.forEach(listed::add);
        return statement;
    }

    private static String bucket(String partition, String name) {
        return "arn:" + partition + ":s3:::" + literal(name);
    }

    /** What keys below a directory begin with: to its slash, or {@code x} would open {@code x_pinned} too. */
    private static String below(Location place) {
        String path = LocationRules.pathKey(place);
        String key = path.startsWith("/") ? path.substring(1) : path;
        return key.isEmpty() ? "" : key + "/";
    }

    /** What stands for other texts in a policy stands for itself. */
    private static String literal(String text) {
        StringBuilder literal = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isSpecial = c == '*' || c == '?' || c == '$';
            literal.append(isSpecial ? "${" + c + "}" : String.valueOf(c));
        }
        return literal.toString();
    }
}
