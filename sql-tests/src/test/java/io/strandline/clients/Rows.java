package io.strandline.clients;

import io.strandline.fixture.DemoGateway;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;

/** Answers as tuples of text. */
final class Rows {
    private Rows() {}

    static List<Tuple> of(DemoGateway gateway, String sql) throws SQLException {
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int width = rows.getMetaData().getColumnCount();
            List<Tuple> found = new ArrayList<>();
            while (rows.next()) {
                Object[] values = new Object[width];
                for (int i = 0; i < width; i++) {
                    values[i] = rows.getString(i + 1);
                }
                found.add(Tuple.tuple(values));
            }
            return found;
        }
    }
}
