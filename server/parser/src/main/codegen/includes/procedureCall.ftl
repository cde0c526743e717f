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
 */
SqlNode ProcedureCallStatement() :
{
    final Span s;
    final SqlNode call;
    boolean returnsValue = false;
}
{
    <CALL> { s = span(); }
    call = ProcedureAndArguments(s, false) { return call; }
|
    <LBRACE> { s = span(); }
    [ <HOOK> <EQ> { returnsValue = true; } ]
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
        <LPAREN>
        [
            AddProcedureArgument(arguments)
            ( <COMMA> AddProcedureArgument(arguments) )*
        ]
        <RPAREN>
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
        value = Default()
    |
        value = Expression(ExprContext.ACCEPT_NON_QUERY)
    )
    {
        arguments.add(new SqlProcedureCall.Argument(name, value));
    }
}

/** EXPLAIN of a call, a query or a change, without the words PLAN FOR. */
SqlNode ExplainStatement() :
{
    final Span s;
    final SqlNode explained;
}
{
    <EXPLAIN> { s = span(); }
    (
        explained = ProcedureCallStatement()
    |
        explained = SqlQueryOrDml()
    )
    {
        return new SqlExplain(s.end(this), explained,
            SqlExplainLevel.EXPPLAN_ATTRIBUTES.symbol(SqlParserPos.ZERO),
            SqlExplain.Depth.PHYSICAL.symbol(SqlParserPos.ZERO),
            SqlExplainFormat.TEXT.symbol(SqlParserPos.ZERO),
            nDynamicParams);
    }
}
