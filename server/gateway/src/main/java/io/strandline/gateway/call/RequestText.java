package io.strandline.gateway.call;

import io.strandline.common.SecretNames;
import io.strandline.common.SqlNames;
import io.strandline.common.Text;
import io.strandline.gateway.session.SecretMask;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A call's arguments as text: to show, and to tell whether two requests are the same. */
final class RequestText {
    private static final int SHOWN = 4_000;
    private static final int TARGET_SHOWN = 300;

    private RequestText() {}

    /** The given arguments by name, secrets masked, not longer than a screen. */
    static String of(Arguments arguments) {
        String text = arguments.asMap().entrySet().stream()
                .filter(argument -> arguments.isGiven(argument.getKey()))
                .map(argument -> argument(argument.getKey(), literal(argument.getValue())))
                .collect(Collectors.joining(", ", "(", ")"));
        return Text.cut(SecretMask.mask(text), SHOWN);
    }

    /** A statement as it was written, secrets masked, not longer than a screen. */
    static String shown(String sql) {
        return Text.cut(SecretMask.mask(sql), SHOWN);
    }

    /**
     * An argument as it is written by name; its value masked if the name is that of a secret.
     *
     * @param value as SQL
     */
    static String argument(String name, String value) {
        return SqlNames.quoteIfNeeded(name) + " => " + (SecretNames.isSecret(name) ? "'***'" : SecretMask.mask(value));
    }

    /**
     * A hash of everything that makes the request what it is.
     *
     * @param varying arguments whose values differ from run to run of one request, and what stands for them
     */
    static String hash(String procedure, Arguments arguments, Map<String, String> varying) {
        String text = arguments.asMap().entrySet().stream()
                .map(argument -> SqlNames.literal(argument.getKey()) + "="
                        + (varying.containsKey(argument.getKey())
                                ? varying.get(argument.getKey())
                                : literal(argument.getValue())))
                .collect(Collectors.joining(",", procedure + "(", ")"));
        return sha256(text);
    }

    /** A hash of several, in their order. */
    static String hash(List<String> hashes) {
        return sha256(String.join(",", hashes));
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a call works on: its first argument that it must be given and that is text, if that is no secret. */
    static @Nullable String target(Procedure<?> procedure, Arguments arguments) {
        return procedure.parameters().stream()
                .filter(parameter -> !parameter.optional() && parameter.type().kind() == SqlType.Kind.TEXT)
                .findFirst()
                .filter(parameter -> !SecretNames.isSecret(parameter.name()))
                .map(parameter -> (String) arguments.value(parameter.name()))
                .map(target -> Text.cut(SecretMask.mask(target), TARGET_SHOWN))
                .orElse(null);
    }

    /** A value as SQL writes it. */
    static String literal(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RequestText::literal).collect(Collectors.joining(", ", "ARRAY[", "]"));
        }
        if (value instanceof byte[] bytes) {
            return "X'" + HexFormat.of().formatHex(bytes) + "'";
        }
        return value instanceof Number || value instanceof Boolean
                ? value.toString()
                : SqlNames.literal(value.toString());
    }
}
