package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixtures.network.CuttingProxy;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A recorded list of the JDBC calls that a tool makes, replayed over the driver. */
public final class ToolSequence {
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"]|\"\")*)\"|(\\[[^\\]]*\\])|(\\S+)");

    private ToolSequence() {}

    /**
     * Replays the list of that name at the gateway of that port.
     *
     * @return the requests it took
     * @throws AssertionError if a call throws, answers otherwise than recorded, or takes more than one request
     */
    public static int replay(String name, int port) throws Exception {
        try (CuttingProxy proxy = new CuttingProxy(port);
                Connection connection =
                        DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + proxy.port() + "/")) {
            DatabaseMetaData metadata = connection.getMetaData();
            Statement statement = null;
            for (String line : lines(name)) {
                int before = proxy.requests();
                String[] halves = line.split(" => ", 2);
                List<String> words = words(halves[0]);
                Object answer = call(
                        switch (words.get(0)) {
                            case "connection" -> connection;
                            case "metadata" -> metadata;
                            default -> statement;
                        },
                        type(words.get(0), statement),
                        words.get(1),
                        words.subList(2, words.size()),
                        line);
                statement = answer instanceof Statement made ? made : statement;
                assertThat(shown(answer, halves.length > 1 ? halves[1] : ""))
                        .as(line)
                        .isTrue();
                assertThat(proxy.requests() - before)
                        .as("requests of: %s", line)
                        .isLessThanOrEqualTo(1);
            }
            return proxy.requests();
        }
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream list = ToolSequence.class.getResourceAsStream("/sequences/" + name + ".txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    /** Words, those in double quotes with their first quote kept to tell that they are text. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(
                    matcher.group(1) == null
                            ? matcher.group()
                            : "\"" + matcher.group(1).replace("\"\"", "\""));
        }
        return words;
    }

    private static Class<?> type(String target, Statement statement) {
        return switch (target) {
            case "connection" -> Connection.class;
            case "metadata" -> DatabaseMetaData.class;
            default -> statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
        };
    }

    private static Object call(Object target, Class<?> type, String name, List<String> words, String line)
            throws IllegalAccessException {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && takes(method.getParameterTypes(), words)) {
                Object[] arguments = new Object[words.size()];
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = argument(method.getParameterTypes()[i], words.get(i));
                }
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw new AssertionError(line + " threw " + e.getCause(), e.getCause());
                }
            }
        }
        throw new AssertionError("no method for: " + line);
    }

    private static boolean takes(Class<?>[] parameters, List<String> words) {
        if (parameters.length != words.size()) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            String word = words.get(i);
            boolean fits = parameters[i] == String.class
                    ? word.startsWith("\"") || word.equals("null")
                    : parameters[i] == String[].class
                            ? word.startsWith("[") || word.equals("null")
                            : parameters[i] == boolean.class
                                    ? word.equals("true") || word.equals("false")
                                    : parameters[i] == int.class && word.matches("-?\\d+");
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static Object argument(Class<?> type, String word) {
        if (word.equals("null")) {
            return null;
        }
        if (type == String[].class) {
            return word.substring(1, word.length() - 1).split(",");
        }
        if (type == boolean.class) {
            return Boolean.valueOf(word);
        }
        return type == int.class ? (Object) Integer.valueOf(word) : word.substring(1);
    }

    /** Reads rows to their end, as tools do; whether the answer is the one wanted. */
    private static boolean shown(Object answer, String wanted) throws SQLException {
        if (!(answer instanceof ResultSet rows)) {
            return wanted.isEmpty() || wanted.equals(String.valueOf(answer));
        }
        int count = 0;
        try (rows) {
            while (rows.next()) {
                count++;
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    rows.getObject(i);
                }
            }
        }
        return wanted.isEmpty() || (wanted.equals("some") ? count > 0 : wanted.equals("none") && count == 0);
    }
}
