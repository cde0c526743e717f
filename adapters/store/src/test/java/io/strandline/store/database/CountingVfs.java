package io.strandline.store.database;

import com.sun.jna.Callback;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.NativeDB;

/**
 * Counts how often SQLite has files synced: {@code xSync} of the files that its default VFS opens, in the native library that
 * sqlite-jdbc has loaded. The library exports none of SQLite's functions, so the VFS is found where each open database points
 * to it, and its {@code xOpen} is replaced (sqlite.org/c3ref/vfs.html, io_methods.html: both structures are public).
 */
final class CountingVfs {
    private static final int X_OPEN = 24 + 2 * 8;
    private static final int VFS_NAME = 24;
    private static final int X_SYNC = 8 + 4 * 8;
    /** Size of {@code sqlite3_io_methods} with all pointers of its third version. */
    private static final int METHODS = 8 + 18 * 8;

    private static final AtomicLong SYNCS = new AtomicLong();
    private static boolean installed;

    /** Called by native code as long as this process lives: never to be collected. */
    private static final ConcurrentHashMap<Object, Object> KEPT = new ConcurrentHashMap<>();

    private CountingVfs() {}

    /** SQLite's own signature. */
    interface Open extends Callback {
        int open(Pointer vfs, Pointer name, Pointer file, int flags, Pointer outFlags);
    }

    /** SQLite's own signature. */
    interface Sync extends Callback {
        int sync(Pointer file, int flags);
    }

    /** Syncs of files that were opened since {@link #install}. */
    static long syncs() {
        return SYNCS.get();
    }

    /** From now on, files that are opened are counted. */
    static synchronized void install() {
        if (installed) {
            return;
        }
        Pointer vfs = vfs();
        if (vfs.getInt(0) < 1 || !vfs.getPointer(VFS_NAME).getString(0).startsWith("unix")) {
            throw new IllegalStateException("an open database of SQLite does not begin with its VFS any more");
        }
        Function open = Function.getFunction(vfs.getPointer(X_OPEN));
        Open counting = (self, name, file, flags, outFlags) -> {
            int result = open.invokeInt(new Object[] {self, name, file, flags, outFlags});
            Pointer methods = file.getPointer(0);
            if (result == 0 && methods != null) {
                file.setPointer(0, (Pointer) KEPT.computeIfAbsent(methods, CountingVfs::counted));
            }
            return result;
        };
        KEPT.put("xOpen", counting);
        vfs.setPointer(X_OPEN, com.sun.jna.CallbackReference.getFunctionPointer(counting));
        installed = true;
    }

    private static Memory counted(Object original) {
        Pointer methods = (Pointer) original;
        Function sync = Function.getFunction(methods.getPointer(X_SYNC));
        Sync counting = (file, flags) -> {
            SYNCS.incrementAndGet();
            return sync.invokeInt(new Object[] {file, flags});
        };
        KEPT.put(new Object(), counting);
        Memory copy = new Memory(METHODS);
        copy.write(0, methods.getByteArray(0, METHODS), 0, METHODS);
        copy.setPointer(X_SYNC, com.sun.jna.CallbackReference.getFunctionPointer(counting));
        return copy;
    }

    /** {@code struct sqlite3} begins with a pointer to its VFS. */
    private static Pointer vfs() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            NativeDB database =
                    (NativeDB) connection.unwrap(SQLiteConnection.class).getDatabase();
            VarHandle pointer = MethodHandles.privateLookupIn(NativeDB.class, MethodHandles.lookup())
                    .findVarHandle(NativeDB.class, "pointer", long.class);
            return new Pointer((long) pointer.get(database)).getPointer(0);
        } catch (SQLException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
