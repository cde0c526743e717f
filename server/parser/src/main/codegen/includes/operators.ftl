<#-- what Calcite's Babel dialect adds to expressions and joins -->

<DEFAULT, DQID, BTID> TOKEN :
{
    < DATE_PART: "DATE_PART" >
|   < DATEADD: "DATEADD" >
|   < DATEDIFF: "DATEDIFF" >
|   < DATEPART: "DATEPART" >
|   < NEGATE: "!" >
|   < TILDE: "~" >
}

<#-- beside double quotes, for sessions that asked for it -->
<DQID> TOKEN :
{
    < BACKTICK_QUOTED: "`" ( (~["`","\n","\r"]) | ("``") )+ "`" >
}

JoinType LeftSemiJoin() :
{}
{
    <LEFT> <SEMI> <JOIN> { return JoinType.LEFT_SEMI_JOIN; }
}

/** value::type */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, getPos()));
    }
    type = DataType() { list.add(type); }
}

/** left <=> right: equal, or both NULL. */
void NullSafeEqual(List<Object> list, ExprContext exprContext, Span s) :
{}
{
    <NULL_SAFE_EQUAL> {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.NULL_SAFE_EQUAL, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** DATE(...) and TIMESTAMP(...) as functions, though the words begin literals too. */
SqlNode DateOrTimestampFunction() :
{
    final Span s;
    final SqlIdentifier name;
    final List<SqlNode> quantifierAndArguments;
}
{
    ( <DATE> | <TIMESTAMP> ) {
        s = span();
        name = new SqlIdentifier(unquotedIdentifier(), getPos());
    }
    quantifierAndArguments = FunctionParameterList(ExprContext.ACCEPT_SUB_QUERY) {
        return createCall(name, s.end(this), SqlFunctionCategory.USER_DEFINED_FUNCTION,
            (SqlLiteral) quantifierAndArguments.get(0),
            quantifierAndArguments.subList(1, quantifierAndArguments.size()));
    }
}

/** DATEADD(unit, ...) and its kin, whose first argument is a time unit, also as a text. */
SqlNode DatePartFunction() :
{
    final Span s;
    final SqlOperator operator;
    final SqlIntervalQualifier unit;
    final SqlNode text;
    final List<SqlNode> arguments = new ArrayList<SqlNode>();
    SqlNode argument;
}
{
    (
        <DATE_PART> { operator = SqlLibraryOperators.DATE_PART; }
    |
        <DATEADD> { operator = SqlLibraryOperators.DATEADD; }
    |
        <DATEDIFF> { operator = SqlLibraryOperators.DATEDIFF; }
    |
        <DATEPART> { operator = SqlLibraryOperators.DATEPART; }
    )
    { s = span(); }
    <LPAREN>
    (
        LOOKAHEAD(1)
        text = StringLiteral() {
            arguments.add(DateParts.of(((SqlLiteral) text).getValueAs(String.class), getPos()));
        }
    |
        unit = TimeUnitOrName() { arguments.add(unit); }
    )
    (
        <COMMA> argument = Expression(ExprContext.ACCEPT_SUB_QUERY) { arguments.add(argument); }
    )*
    <RPAREN> { return operator.createCall(s.end(this), arguments); }
}
