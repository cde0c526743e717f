package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jasperreports.engine.DefaultJasperReportsContext;
import net.sf.jasperreports.engine.JRPrintText;
import net.sf.jasperreports.engine.JasperCompileManager;
import net.sf.jasperreports.engine.JasperExportManager;
import net.sf.jasperreports.engine.JasperFillManager;
import net.sf.jasperreports.engine.JasperPrint;
import net.sf.jasperreports.engine.JasperReport;
import net.sf.jasperreports.engine.SimpleJasperReportsContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JasperReports, as a BI tool: a report of the findings of one kind, filled over the driver, as PDF. */
class JasperReportsTest {
    @TempDir
    Path folder;

    @Test
    void fillsAReportOfTheFindingsAndWritesItAsPdf() throws Exception {
        SimpleJasperReportsContext context = new SimpleJasperReportsContext(DefaultJasperReportsContext.getInstance());
        context.setProperty("net.sf.jasperreports.compiler.java", "net.sf.jasperreports.engine.design.JRJdk13Compiler");
        context.setProperty(
                "net.sf.jasperreports.compiler.temp.dir",
                Files.createDirectory(folder.resolve("compiled")).toString());
        JasperReport report;
        try (InputStream design = JasperReportsTest.class.getResourceAsStream("/reports/findings.jrxml")) {
            report = JasperCompileManager.getInstance(context).compile(design);
        }
        try (DemoGateway gateway = DemoGateway.start(folder.resolve("lake"));
                Connection connection = gateway.connect()) {
            Map<String, Object> parameters = new HashMap<>(Map.of("kind", "ORPHAN"));
            JasperPrint print = JasperFillManager.getInstance(context).fill(report, parameters, connection);
            List<String> texts = print.getPages().stream()
                    .flatMap(page -> page.getElements().stream())
                    .filter(JRPrintText.class::isInstance)
                    .map(element -> ((JRPrintText) element).getFullText())
                    .toList();
            List<String> expected =
                    Rows.of(gateway, "SELECT table_name FROM reconcile.findings WHERE kind = 'ORPHAN'").stream()
                            .map(row -> (String) row.toList().get(0))
                            .toList();
            assertThat(expected).isNotEmpty();
            assertThat(texts).containsAll(expected);
            assertThat(texts).as("the sum of the summary").contains(expected.size() + " findings");
            byte[] pdf = JasperExportManager.getInstance(context).exportToPdf(print);
            assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
            assertThat(pdf.length).isGreaterThan(1_000);
        }
    }
}
