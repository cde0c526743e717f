package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CodePointOrderTest {
    private static final List<String> ATOMS =
            List.of("a", "A", "z", "\u007f", "é", "\ud7ff", "\ue000", "\uffff", "🌊", "𐀀", "");

    /** The order is that of the UTF-8 bytes, which is what databases' binary collations have. */
    @Test
    void isTheOrderOfUtf8Bytes() {
        Random random = new Random(42);
        for (int i = 0; i < 20_000; i++) {
            String a = text(random);
            String b = text(random);
            int bytes = Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
            assertThat(Integer.signum(CodePointOrder.INSTANCE.compare(a, b)))
                    .as("%s and %s", a, b)
                    .isEqualTo(Integer.signum(bytes));
        }
    }

    /** Twin: {@link String}'s own order is another one. */
    @Test
    void isNotTheOrderOfStrings() {
        assertThat(CodePointOrder.INSTANCE.compare("🌊", "\uffff")).isPositive();
        assertThat("🌊".compareTo("\uffff")).isNegative();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(ATOMS.get(random.nextInt(ATOMS.size())));
        }
        return text.toString();
    }
}
