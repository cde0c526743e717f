/**
 * What there is, of a kind: SHOW TABLES FROM schema LIKE 'pattern'. Which kinds there are is for the one who answers.
 */
SqlNode ShowStatement() :
{
    final Span s;
    final SqlIdentifier kind;
    SqlIdentifier within = null;
    SqlNode pattern = null;
}
{
    <SHOW> { s = span(); }
    kind = SimpleIdentifier()
    [ LOOKAHEAD(1) ( <FROM> | <IN> ) within = CompoundIdentifier() ]
    [ LOOKAHEAD(1) <LIKE> pattern = StringLiteral() ]
    { return new SqlShow(s.end(this), kind, within, pattern); }
}

/** Where names are looked up from now on: USE schema, USE catalog.schema. */
SqlNode UseStatement() :
{
    final Span s;
    final SqlIdentifier path;
}
{
    <USE> { s = span(); }
    path = CompoundIdentifier() { return new SqlUse(s.end(this), path); }
}

/** What a table, a column or a schema is; of a query, what EXPLAIN says. Any word that can be a name names a table. */
SqlNode DescribeStatement() :
{
    final Span s;
    final SqlIdentifier name;
    SqlIdentifier column = null;
    final SqlNode query;
}
{
    <DESCRIBE> { s = span(); }
    (
        LOOKAHEAD(2)
        ( <DATABASE> | <CATALOG> | <SCHEMA> )
        name = CompoundIdentifier() { return new SqlDescribeSchema(s.end(this), name); }
    |
        LOOKAHEAD(1)
        [ LOOKAHEAD(1) <TABLE> ]
        name = CompoundIdentifier()
        [ LOOKAHEAD(1) column = SimpleIdentifier() ]
        { return new SqlDescribeTable(s.end(this), name, column); }
    |
        [ LOOKAHEAD(1) <STATEMENT> ]
        query = SqlQueryOrDml() {
            return new SqlExplain(s.end(this), query,
                SqlExplainLevel.EXPPLAN_ATTRIBUTES.symbol(SqlParserPos.ZERO),
                SqlExplain.Depth.PHYSICAL.symbol(SqlParserPos.ZERO),
                SqlExplainFormat.TEXT.symbol(SqlParserPos.ZERO),
                nDynamicParams);
        }
    )
}
