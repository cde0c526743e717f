package io.strandline.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlScriptTest {
    @Test
    void splitsAtSemicolonsOutsideQuotesAndComments() {
        assertThat(SqlScript.split("SELECT ';', \"a;b\" -- one; two\n; /* ; */ CALL p('it''s;'); ; -- end\n"))
                .containsExactly("SELECT ';', \"a;b\" -- one; two", "/* ; */ CALL p('it''s;')");
    }

    @Test
    void keepsAnUnclosedQuoteForTheServerToRefuse() {
        assertThat(SqlScript.split("SELECT 'open; SELECT 2")).containsExactly("SELECT 'open; SELECT 2");
    }

    @Test
    void findsNothingInBlanksAndComments() {
        assertThat(SqlScript.split(" ; -- x\n /* y */ ;")).isEmpty();
    }
}
