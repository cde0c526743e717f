package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of many pages. */
class StreamingTest {
    @TempDir
    Path directory;

    private Lab lab;

    @BeforeEach
    void open() {
        lab = new Lab(directory);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /** CAT-1: a listing, or the registrations, that stop in the middle say nothing of any table. */
    @Test
    void whatStopsHalfWaySaysNothingOfAnyTable() {
        for (int i = 0; i < 1_100; i++) {
            lab.register("r" + i, "t" + i, lab.at("uploads/" + i));
        }
        lab.tableOverFile("a", "f1");
        AtomicInteger pages = new AtomicInteger();
        lab.catalog.beforeList = namespace -> {
            if (pages.incrementAndGet() > 1) {
                throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
            }
        };
        lab.catalog.largestPage = 1;
        lab.tableOverFile("b", "f2");
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table, Finding::status)
                .containsExactly(tuple(null, null, "error"));
        lab.catalog.beforeList = namespace -> {};
        lab.registrations.beforePage = () -> {
            throw new StrandlineException(ErrorCode.STORE, "the store does not answer");
        };
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table, Finding::status)
                .containsExactly(tuple(null, null, "error"));
    }

    /** REC-8: how far a comparison is can be seen while it runs, and of how many, as soon as they are counted. */
    @Test
    void aLongComparisonTellsHowFarItIs() {
        for (int i = 0; i < 600; i++) {
            lab.register("r" + i, "t" + i, lab.at("uploads/" + i));
        }
        assertThat(progressOfAComparison()).containsExactly("256 of 600 tables", "512 of 600 tables");
        lab.catalog.beforeCount = () -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertThat(progressOfAComparison()).containsExactly("256 of ? tables", "512 of ? tables");
    }

    private List<String> progressOfAComparison() {
        Reconciler oneByOne = new Reconciler(lab.connections, lab.evidence, lab.scans, Runnable::run, 1, Lab.CLOCK);
        try (Statement call = lab.statement(Role.READER)) {
            assertThat(oneByOne.findings(Lab.named("scratch"), null, call)).hasSize(600);
            return call.progress;
        }
    }

    /** REC-8: many pages of both sides, merged. */
    @Test
    void aComparisonReadsBothSidesToTheirEnd() {
        for (int i = 0; i < 1_100; i++) {
            lab.register(String.format(java.util.Locale.ROOT, "r%05d", i), "t" + i, lab.at("uploads/" + i));
        }
        assertThat(lab.findings("scratch")).hasSize(1_100);
    }
}
