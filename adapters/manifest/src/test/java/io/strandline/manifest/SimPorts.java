package io.strandline.manifest;

import io.strandline.common.Location;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Index and object store of a process that is simulated: each call is a request that something else answers. */
final class SimPorts implements ManifestStore, ManifestObjects {
    private final Function<SimOp, Object> answers;

    SimPorts(Function<SimOp, Object> answers) {
        this.answers = answers;
    }

    /** What is asked for has the class that its request is answered with. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private <T> T ask(SimOp op) {
        return (T) answers.apply(op);
    }

    private static String path(Location object) {
        return object.text().substring(SimWorld.BASE.text().length() + 1);
    }

    void write(String path, String content) {
        ask(new SimOp.Write(path, content));
    }

    @Override
    public Dataset open(Location base) {
        return ask(new SimOp.Open());
    }

    @Override
    public Optional<Dataset> find(Location base) {
        return ask(new SimOp.Find());
    }

    @Override
    public Optional<ManifestEntry> get(Location base, ManifestVersion version) {
        return ask(new SimOp.Get(version));
    }

    @Override
    public Optional<ManifestEntry> latest(Location base) {
        return ask(new SimOp.Latest());
    }

    @Override
    public Stream<ManifestEntry> entries(Location base) {
        List<ManifestEntry> all = ask(new SimOp.Entries());
        return all.stream();
    }

    @Override
    public ClaimAnswer putIfNotExists(Claim claim) {
        return ask(new SimOp.PutIfNotExists(claim));
    }

    @Override
    public boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
        return ask(new SimOp.PutIfExists(dataset, version, path, size));
    }

    @Override
    public Optional<NamingScheme> scheme(Location base) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean setScheme(Dataset dataset, NamingScheme scheme) {
        return ask(new SimOp.SetScheme(dataset, scheme));
    }

    @Override
    public boolean delete(Dataset dataset) {
        return ask(new SimOp.Forget(dataset));
    }

    @Override
    public Optional<ObjectStat> stat(Location object) {
        return ask(new SimOp.Stat(path(object)));
    }

    @Override
    public Copied copy(Location source, Location target, Runnable checkpoint) {
        return ask(new SimOp.Copy(path(source), path(target)));
    }

    @Override
    public void persist(Location object) {
        // what is seen there is durable
    }

    @Override
    public void remove(Location object) {
        ask(new SimOp.Delete(path(object)));
    }

    @Override
    public Optional<InputStream> read(Location object) {
        Optional<String> content = ask(new SimOp.Content(path(object)));
        return content.map(text -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public Stream<Listed> list(Location directory, String beginning) {
        List<Listed> all = ask(new SimOp.ListAll());
        return all.stream().filter(object -> object.name().startsWith(beginning));
    }
}
