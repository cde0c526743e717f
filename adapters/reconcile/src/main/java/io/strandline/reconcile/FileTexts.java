package io.strandline.reconcile;

import io.strandline.catalog.ComparedFiles;
import io.strandline.catalog.FileSample;
import io.strandline.common.Location;
import java.util.List;
import java.util.stream.Collectors;

/** Puts into words what is wrong with the files of a table. Pure. */
final class FileTexts {
    private FileTexts() {}

    /** What it names and is not there. */
    static String missing(ComparedFiles compared) {
        String unread = compared.unread();
        if (unread != null) {
            return unread;
        }
        FileSample missing = compared.missing();
        String kinds = compared.missingKinds().entrySet().stream()
                .map(kind -> kind.getValue() + " " + kind.getKey().text())
                .collect(Collectors.joining(", "));
        return compared.table() + " names " + files(missing.count()) + " (" + kinds + ") that "
                + (missing.count() == 1 ? "is" : "are") + " not there: " + some(missing)
                + ". Whatever reads them fails: bring them back, or roll back to a snapshot that does not need them.";
    }

    /** What lies in its places and it does not reach; there is some. */
    static String strays(ComparedFiles compared) {
        List<ComparedFiles.Strays> strays = compared.strays();
        ComparedFiles.Strays first = strays.get(0);
        long count = strays.stream().mapToLong(each -> each.files().count()).sum();
        long bytes = strays.stream().mapToLong(each -> each.files().bytes()).sum();
        return files(count) + " of " + bytes + " bytes in the place of " + compared.table()
                + (count == 1 ? " is" : " are") + " reached by nothing of it, and at least three days old: "
                + some(first.files()) + "."
                + (strays.size() > 1
                        ? " They lie in " + strays.size() + " of its places; the fix is for the first, "
                                + first.directory() + "."
                        : "");
    }

    /** What deletes them, proved again when it runs. */
    static String strayFix(ComparedFiles compared) {
        Location first = compared.strays().get(0).directory();
        boolean isRoot = first.equals(compared.places().get(0));
        return RepairCalls.removeOrphans(compared.table(), isRoot ? null : first);
    }

    private static String files(long count) {
        return count + (count == 1 ? " file" : " files");
    }

    /** A few names, and how many more there are. */
    private static String some(FileSample files) {
        long left = files.count() - files.some().size();
        return String.join(", ", files.some()) + (left > 0 ? " and " + left + " more" : "");
    }
}
