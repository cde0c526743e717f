package io.strandline.sink.contract;

import io.strandline.sink.SinkDriver;
import java.util.Map;
import java.util.function.UnaryOperator;

/** For each check a driver that it catches. */
public final class Twins {
    private static final Map<String, UnaryOperator<SinkDriver>> BY_CHECK = Map.ofEntries(
            Map.entry("a driver is what it says", BadWriting.SaysMore::new),
            Map.entry("a page is written", BadWriting.LosesTheLast::new),
            Map.entry("a failed row fails its page", BadWriting.WritesBeforeTheFailed::new),
            Map.entry("each row has its outcome", BadWriting.SaysAllAccepted::new),
            Map.entry("an upsert replaces and adds", BadWriting.UpsertsNothing::new),
            Map.entry("a key twice is written once", BadWriting.UpsertsNothing::new),
            Map.entry("a delete removes what is there", BadWriting.DeletesNothing::new),
            Map.entry("keyed writes are safe to send again", BadWriting.UpsertsNothing::new),
            Map.entry("what others appended is not lost", BadWriting.LosesTheLast::new),
            Map.entry("a run counts each row", BadWriting.LosesTheLast::new),
            Map.entry("rows and token land together", BadGroups.NoTokens::new),
            Map.entry("a miscount undoes page and token", BadWriting.AccountsAfter::new),
            Map.entry("a token lands with its last page", BadWriting.CompletesEachPage::new),
            Map.entry("pages without their last are nothing", BadWriting.CompletesEachPage::new),
            Map.entry("scopes are independent", BadGroups.NoTokens::new),
            Map.entry("a token is set back and forgotten", BadGroups.NoTokens::new),
            Map.entry("a token is set back only from where it is", BadGroups.RewindsAnyway::new),
            Map.entry("a run that fails counts what is there", BadWriting.LandsMoreThanItSays::new),
            Map.entry("a replayed page is dropped", BadGroups.NoTokens::new),
            Map.entry("the same append again changes nothing", BadGroups.NoTokens::new),
            Map.entry("the same upsert again changes nothing", BadGroups.NoTokens::new),
            Map.entry("the same delete again changes nothing", BadGroups.NoTokens::new),
            Map.entry("the same overwrite again changes nothing", BadGroups.NoTokens::new),
            Map.entry("half of an overwrite replaces nothing", BadGroups.NoTokens::new),
            Map.entry("the same cleanup again changes nothing", BadGroups.NoTokens::new),
            Map.entry("a cancelled run lands no part of a token", BadWriting.CompletesEachPage::new),
            Map.entry("a token moves without rows", BadGroups.NoTokens::new),
            Map.entry("a run that was given up writes no more", BadGroups.NeverFences::new),
            Map.entry("a run that died is undone with its token", BadGroups.NeverRewinds::new),
            Map.entry("two runs do not share a scope", BadGroups.SharesScopes::new),
            Map.entry("an overwrite's token moves with it", BadGroups.MovesTokensAtOnce::new),
            Map.entry("old rows stay until the commit", BadGroups.CommitsAtOnce::new),
            Map.entry("an overwrite replaces all", BadGroups.ReplacesNothing::new),
            Map.entry("an aborted overwrite leaves nothing", BadGroups.LeavesStaging::new),
            Map.entry("left-over staging is seen and removed", BadGroups.LeavesStaging::new),
            Map.entry("a cleanup deletes what was not seen", BadGroups.SeesNothing::new),
            Map.entry("a cleanup is part of its run", BadGroups.SeesNothing::new),
            Map.entry("the columns are the live ones", BadGroups.NoColumns::new),
            Map.entry("looks pass and change nothing", BadGroups.LooksFail::new),
            Map.entry("columns are added once", BadGroups.EvolvesNothing::new),
            Map.entry("a type is widened, or that is refused", BadGroups.EvolvesNothing::new),
            Map.entry("a column may be NULL from then on, or that is refused", BadGroups.EvolvesNothing::new),
            Map.entry("an append is undone", BadUndoing.Nothing::new),
            Map.entry("an upsert is undone", BadUndoing.Nothing::new),
            Map.entry("a delete is undone", BadUndoing.Nothing::new),
            Map.entry("an overwrite is undone", BadUndoing.Nothing::new),
            Map.entry("the first row before counts", BadUndoing.Nothing::new),
            Map.entry("what a later run wrote is a conflict", BadUndoing.AlwaysForces::new),
            Map.entry("a forced rollback undoes beside later runs", BadUndoing.NeverForces::new),
            Map.entry("what others changed is not undone", BadUndoing.Nothing::new),
            Map.entry("runs are undone one after the other", BadUndoing.Nothing::new),
            Map.entry("a dry run counts only", BadUndoing.AlwaysActs::new),
            Map.entry("a run is undone once", BadUndoing.SaysNothing::new),
            Map.entry("undoing uses up what undoes", BadUndoing.SaysNothing::new),
            Map.entry("a forgotten run stays", BadUndoing.ForgetsNothing::new),
            Map.entry("a rollback sets the token back", BadGroups.NeverRewinds::new),
            Map.entry("columns are written as rows are", BadGroups.LosesColumns::new),
            Map.entry("columns land with their token", BadGroups.LosesColumns::new),
            Map.entry("a format not listed is not read", BadGroups.ListsAnything::new));

    private Twins() {}

    /** Names of the checks that have one. */
    public static Iterable<String> names() {
        return BY_CHECK.keySet();
    }

    /** The place with a driver that the check must catch. */
    public static SinkLab of(Check check, SinkLab lab) {
        UnaryOperator<SinkDriver> bad = BY_CHECK.get(check.says());
        return lab.over(connector -> new Around(connector, bad));
    }
}
