package io.strandline.manifest.contract;

import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ManifestStore;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** For each check an index or object store that it catches. */
final class Twins {
    private Twins() {}

    static final Map<String, UnaryOperator<ManifestLab>> BY_CHECK = Map.ofEntries(
            index("a base is one place however it is written", BadIndexes.ByText::new),
            index("an identity outlives no delete", BadIndexes.AnyIdentity::new),
            index("a delete takes exactly one base", BadIndexes.DeletesNeighbours::new),
            index("a deleted dataset is not taken in again", BadIndexes.FindsAlways::new),
            index("what is unknown is not there", BadIndexes.FindsAlways::new),
            index(
                    "the latest is the highest",
                    index -> new BadIndexes.Sorted(index, version -> version.toString(), false)),
            index("the latest is never detached", index -> new BadIndexes.Sorted(index, version -> version, true)),
            index("a version is given once", BadIndexes.Overwrites::new),
            index("what is not there is not pointed", BadIndexes.Inserts::new),
            index("a commit below the latest is refused", BadIndexes.AnyVersion::new),
            index("a dataset has one scheme", BadIndexes.AnyScheme::new),
            index("what was put is read as it was", BadIndexes.WrongPaths::new),
            index("entries come in order", index -> new BadIndexes.Sorted(index, version -> version.toString(), false)),
            objects("a commit ends with the final manifest", BadObjects.KeepsAll::new),
            index("0 and 2^64-1 are versions", index -> new BadIndexes.Sorted(index, version -> version, true)),
            objects("what fails after the copy undoes nothing", BadObjects.Moves::new),
            objects("a loser removes its own and nothing else", BadObjects.KeepsAll::new),
            objects("what a helper did is taken", BadObjects.FailsWithoutSource::new),
            objects("another object is never overwritten", BadObjects.CopiesOver::new),
            index("a reader finishes a commit", BadIndexes.NeverPoints::new),
            objects("a reader checks sizes", objects -> new BadObjects.SaysSize(objects, 5)),
            index("a manifest without a record is taken in", BadIndexes.TakesNothingIn::new),
            objects("a manifest with its other name is found", BadObjects.SeesNewerNamesOnly::new),
            index("an ETag is what was just seen", BadIndexes.KeepsETags::new),
            index("a lost answer that was heard is done", BadIndexes.ForgetsCommitIds::new),
            index("a lost answer that was not heard is asked", BadIndexes.LosesFirstClaims::new),
            index("what is never answered is unknown", BadIndexes.NeverCommits::new),
            index("any call of an object store may fail", BadIndexes.ForgetsCommitIds::new),
            index("the same commit again is the same", BadIndexes.ForgetsCommitIds::new),
            index("a commit id is of one manifest", BadIndexes.ForgetsCommitIds::new),
            objects("a commit outlives a rename", BadObjects.SeesNewerNamesOnly::new),
            index("a writer with an old identity is refused", BadIndexes.AnyIdentity::new),
            objects("a wrong size commits nothing", objects -> new BadObjects.SaysSize(objects, 6)),
            objects("a staged manifest that is gone commits nothing", objects -> new BadObjects.SaysSize(objects, 5)),
            index("a commit is two writes", BadIndexes.LosesFirstClaims::new),
            index("a commit that lost is two calls more", BadIndexes.LosesFirstClaims::new),
            index("the latest is one read", BadIndexes.NeverPoints::new));

    private static Map.Entry<String, UnaryOperator<ManifestLab>> index(
            String check, Function<ManifestStore, ManifestStore> twin) {
        return Map.entry(check, lab -> lab.over(twin::apply));
    }

    private static Map.Entry<String, UnaryOperator<ManifestLab>> objects(
            String check, Function<ManifestObjects, ManifestObjects> twin) {
        return Map.entry(check, lab -> lab.onto(twin::apply));
    }
}
