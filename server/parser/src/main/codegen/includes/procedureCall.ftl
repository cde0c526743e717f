/**
 * A procedure call in each of its forms:
 *
 *    CALL name
 *    CALL name(argument, ...)
 *    { call name(argument, ...) }
 *    { ? = call name(argument, ...) }
 *
 * The question mark before "=" is where a driver puts the result; it is no
 * parameter of the call and is not counted among the dynamic parameters.
 *
 * One token decides each choice here, so that an error is reported at the token
 * that is wrong and not at the one before it.
 */
SqlNode ProcedureCallStatement() :
{
    final Span s;
    final SqlNode call;
    boolean returnsValue = false;
}
{
    LOOKAHEAD(1)
    <CALL> { s = span(); }
    call = ProcedureAndArguments(s, false) { return call; }
|
    <LBRACE> { s = span(); }
    [ LOOKAHEAD(1) <HOOK> <EQ> { returnsValue = true; } ]
    <CALL>
    call = ProcedureAndArguments(s, returnsValue)
    <RBRACE> { return call.clone(s.end(this)); }
}

SqlNode ProcedureAndArguments(Span s, boolean returnsValue) :
{
    final SqlIdentifier name;
    final List<SqlProcedureCall.Argument> arguments = new ArrayList<SqlProcedureCall.Argument>();
}
{
    name = CompoundIdentifier()
    [
        LOOKAHEAD(1)
        <LPAREN>
        (
            LOOKAHEAD(1)
            <RPAREN>
        |
            AddProcedureArgument(arguments)
            ( LOOKAHEAD(1) <COMMA> AddProcedureArgument(arguments) )*
            <RPAREN>
        )
    ]
    {
        return new SqlProcedureCall(s.end(this), name, arguments, returnsValue);
    }
}

void AddProcedureArgument(List<SqlProcedureCall.Argument> arguments) :
{
    SqlIdentifier name = null;
    final SqlNode value;
}
{
    [ LOOKAHEAD(2) name = SimpleIdentifier() <NAMED_ARGUMENT_ASSIGNMENT> ]
    (
        LOOKAHEAD(1)
        value = Default()
    |
        value = Expression(ExprContext.ACCEPT_NON_QUERY)
    )
    {
        arguments.add(new SqlProcedureCall.Argument(name, value));
    }
}

/** EXPLAIN of a query, a change, a call or a change of a table, with or without PLAN FOR. */
SqlNode ExplainStatement() :
{
    final Span s;
    final SqlNode explained;
    SqlExplainLevel level = SqlExplainLevel.EXPPLAN_ATTRIBUTES;
    SqlExplain.Depth depth = SqlExplain.Depth.PHYSICAL;
    SqlExplainFormat format = SqlExplainFormat.TEXT;
}
{
    <EXPLAIN> { s = span(); }
    [
        LOOKAHEAD(1)
        <PLAN>
        [ LOOKAHEAD(1) level = ExplainDetailLevel() ]
        depth = ExplainDepth()
        [ LOOKAHEAD(1) <AS> format = ExplainFormat() ]
        <FOR>
    ]
    (
        LOOKAHEAD(1)
        explained = ProcedureCallStatement()
    |
        LOOKAHEAD(1)
        explained = TableStatement()
    |
        explained = SqlQueryOrDml()
    )
    {
        return new SqlExplain(s.end(this), explained,
            level.symbol(SqlParserPos.ZERO),
            depth.symbol(SqlParserPos.ZERO),
            format.symbol(SqlParserPos.ZERO),
            nDynamicParams);
    }
}

SqlExplainFormat ExplainFormat() :
{}
{
    LOOKAHEAD(1)
    <XML> { return SqlExplainFormat.XML; }
|
    LOOKAHEAD(1)
    <JSON> { return SqlExplainFormat.JSON; }
|
    <DOT_FORMAT> { return SqlExplainFormat.DOT; }
}
