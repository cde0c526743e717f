package io.strandline.streams;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A client that reads many wide rows with our driver, looks at each, and asks for as many at once as there are. */
final class WideRowsClient {
    private WideRowsClient() {}

    /** The program; its arguments are the URL and the rows. Prints how many it read, and the sum of their ids. */
    public static void main(String[] arguments) throws SQLException {
        int rows = Integer.parseInt(arguments[1]);
        long read = 0;
        long sum = 0;
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(rows);
            try (ResultSet result = statement.executeQuery(WideRows.query(rows))) {
                while (result.next()) {
                    long id = result.getLong(1);
                    if (!result.getString(2).equals(WideRows.TEXT + id)) {
                        throw new IllegalStateException("row " + id + " has " + result.getString(2));
                    }
                    sum += id;
                    read++;
                }
            }
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        out.println(read + " " + sum);
    }
}
