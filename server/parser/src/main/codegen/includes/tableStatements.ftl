/**
 * CREATE, ALTER, DROP TABLE and COMMENT ON, in the words of Trino and of Spark. Which types and properties there are is
 * for the one who makes tables.
 */
SqlNode TableStatement() :
{
    final SqlNode statement;
}
{
    (
        LOOKAHEAD(1)
        statement = CreateTableStatement()
    |
        LOOKAHEAD(1)
        statement = AlterTableStatement()
    |
        LOOKAHEAD(1)
        statement = DropTableStatement()
    |
        statement = CommentStatement()
    )
    { return statement; }
}

SqlNode CreateTableStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final List<ColumnDefinition> columns = new ArrayList<ColumnDefinition>();
    final TableClauses clauses = new TableClauses();
    boolean ifNotExists = false;
}
{
    <CREATE> { s = span(); }
    <TABLE>
    [ LOOKAHEAD(2) <IF> <NOT> <EXISTS> { ifNotExists = true; } ]
    name = CompoundIdentifier()
    <LPAREN>
    AddColumnDefinition(columns)
    ( LOOKAHEAD(1) <COMMA> AddColumnDefinition(columns) )*
    <RPAREN>
    ( LOOKAHEAD(1) AddTableClause(clauses) )*
    { return new SqlTableStatement(s.end(this), clauses.create(name.names, ifNotExists, columns)); }
}

void AddTableClause(TableClauses clauses) :
{
    final SqlParserPos at;
    String text;
    Map<String, String> properties = new LinkedHashMap<String, String>();
    List<PartitionTerm> terms = new ArrayList<PartitionTerm>();
    SqlIdentifier word;
}
{
    LOOKAHEAD(1)
    <COMMENT> { at = getPos(); } text = TextLiteral() { clauses.add("COMMENT", text, at); }
|
    LOOKAHEAD(1)
    <PARTITIONED> { at = getPos(); } <BY>
    <LPAREN> AddPartitionTerm(terms) ( LOOKAHEAD(1) <COMMA> AddPartitionTerm(terms) )* <RPAREN>
    { clauses.add("PARTITIONED BY", terms, at); }
|
    LOOKAHEAD(1)
    ( <WITH> | <TBLPROPERTIES> ) { at = getPos(); }
    <LPAREN> AddProperty(properties) ( LOOKAHEAD(1) <COMMA> AddProperty(properties) )* <RPAREN>
    { clauses.add("WITH", properties, at); }
|
    LOOKAHEAD(1)
    <LOCATION> { at = getPos(); } text = TextLiteral() { clauses.add("LOCATION", text, at); }
|
    <USING> { at = getPos(); } word = SimpleIdentifier() { clauses.add("USING", word.getSimple(), at); }
}

String TextLiteral() :
{
    final SqlNode literal;
}
{
    literal = StringLiteral() { return TableClauses.text(literal); }
}

void AddProperty(Map<String, String> properties) :
{
    final String key;
    final SqlNode value;
    final SqlParserPos at;
}
{
    key = PropertyKey() { at = getPos(); }
    <EQ>
    value = NonIntervalLiteral()
    { TableClauses.addProperty(properties, key, TableClauses.text(value), at); }
}

String PropertyKey() :
{
    final String text;
    final SqlIdentifier name;
}
{
    LOOKAHEAD(1)
    text = TextLiteral() { return text; }
|
    name = CompoundIdentifier() { return String.join(".", name.names); }
}

void AddPartitionTerm(List<PartitionTerm> terms) :
{
    final SqlIdentifier transform;
    List<String> column;
    Integer width = null;
}
{
    LOOKAHEAD(2)
    transform = SimpleIdentifier()
    <LPAREN>
    (
        LOOKAHEAD(1)
        width = UnsignedIntLiteral() <COMMA> column = ColumnPath()
    |
        column = ColumnPath() [ LOOKAHEAD(1) <COMMA> width = UnsignedIntLiteral() ]
    )
    <RPAREN>
    { terms.add(new PartitionTerm(transform.getSimple(), column, width)); }
|
    column = ColumnPath()
    { terms.add(new PartitionTerm(null, column, null)); }
}

/** The path of a column: its name, after those of the columns it is in. */
List<String> ColumnPath() :
{
    final List<String> path = new ArrayList<String>();
    String name;
    SqlIdentifier next;
}
{
    name = ColumnName() { path.add(name); }
    ( LOOKAHEAD(1) <DOT> next = SimpleIdentifier() { path.add(next.getSimple()); } )*
    { return path; }
}

/** Words that a query takes for something else name columns here. */
String ColumnName() :
{
    final SqlIdentifier name;
}
{
    LOOKAHEAD(1)
    name = SimpleIdentifier() { return name.getSimple(); }
|
    (
        <DATE> | <TIME> | <TIMESTAMP> | <DATETIME> | <INTERVAL> | <UUID> | <VARIANT> | <NEW> | <OFFSET> | <LIMIT>
    |
        <ORDER> | <GROUP> | <PARTITION> | <WINDOW> | <VALUES> | <TABLE> | <LEFT> | <RIGHT> | <FULL> | <OUTER>
    |
        <USING> | <ROW> | <ROWS> | <RANGE> | <CURRENT> | <OVER> | <CURSOR> | <GROUPING> | <ANY> | <SOME> | <SKIP_>
    )
    { return token.image.toLowerCase(Locale.ROOT); }
}

void AddColumnDefinition(List<ColumnDefinition> columns) :
{
    final ColumnDefinition column;
}
{
    column = ColumnDefinition() { columns.add(column); }
}

ColumnDefinition ColumnDefinition() :
{
    final List<String> path;
    final ColumnType type;
    final ColumnClauses clauses = new ColumnClauses();
}
{
    path = ColumnPath()
    [ LOOKAHEAD(1) <COLON> ]
    type = ColumnType()
    ( LOOKAHEAD(1) AddColumnClause(clauses) )*
    { return clauses.column(path, type); }
}

void AddColumnClause(ColumnClauses clauses) :
{
    final SqlNode value;
    final String comment;
    final SqlParserPos at;
}
{
    LOOKAHEAD(1)
    <NOT> { at = getPos(); } <NULL> { clauses.nullable(false, at); }
|
    LOOKAHEAD(1)
    <NULL> { clauses.nullable(true, getPos()); }
|
    LOOKAHEAD(1)
    <DEFAULT_> { at = getPos(); } value = NonIntervalLiteral() { clauses.defaultValue(value, at); }
|
    <COMMENT> { at = getPos(); } comment = TextLiteral() { clauses.comment(comment, at); }
}

ColumnType ColumnType() :
{
    ColumnType type;
}
{
    type = ColumnTypeBeforeArray()
    ( LOOKAHEAD(1) <ARRAY> { type = new ColumnType.Array(type); } )*
    { return type; }
}

ColumnType ColumnTypeBeforeArray() :
{
    final ColumnType first;
    final ColumnType second;
    final List<ColumnDefinition> fields = new ArrayList<ColumnDefinition>();
}
{
    LOOKAHEAD(2)
    <ARRAY>
    (
        LOOKAHEAD(1)
        <LT> first = ColumnType() <GT>
    |
        <LPAREN> first = ColumnType() <RPAREN>
    )
    { return new ColumnType.Array(first); }
|
    LOOKAHEAD(2)
    <MAP>
    (
        LOOKAHEAD(1)
        <LT> first = ColumnType() <COMMA> second = ColumnType() <GT>
    |
        <LPAREN> first = ColumnType() <COMMA> second = ColumnType() <RPAREN>
    )
    { return new ColumnType.Mapping(first, second); }
|
    LOOKAHEAD(2)
    ( <ROW> | <STRUCT> )
    (
        LOOKAHEAD(1)
        <LT> AddColumnDefinition(fields) ( LOOKAHEAD(1) <COMMA> AddColumnDefinition(fields) )* <GT>
    |
        <LPAREN> AddColumnDefinition(fields) ( LOOKAHEAD(1) <COMMA> AddColumnDefinition(fields) )* <RPAREN>
    )
    { return new ColumnType.Row(fields); }
|
    first = SimpleColumnType() { return first; }
}

ColumnType SimpleColumnType() :
{
    String name;
    int number;
    ColumnType.Zone zone = ColumnType.Zone.NONE;
    final List<Integer> parameters = new ArrayList<Integer>();
}
{
    name = ColumnName()
    [
        LOOKAHEAD(1)
        ( <PRECISION> | <VARYING> ) { name += " " + token.image.toLowerCase(Locale.ROOT); }
    ]
    [
        LOOKAHEAD(1)
        <LPAREN> number = UnsignedIntLiteral() { parameters.add(number); }
        ( LOOKAHEAD(1) <COMMA> number = UnsignedIntLiteral() { parameters.add(number); } )*
        <RPAREN>
    ]
    [
        LOOKAHEAD(2)
        <WITHOUT> <TIME> <ZONE> { zone = ColumnType.Zone.WITHOUT; }
    |
        LOOKAHEAD(2)
        <WITH> { zone = ColumnType.Zone.WITH; }
        [ LOOKAHEAD(1) <LOCAL> { zone = ColumnType.Zone.LOCAL; } ]
        <TIME> <ZONE>
    ]
    { return new ColumnType.Simple(name, parameters, zone); }
}

SqlNode AlterTableStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final List<TableChange> changes = new ArrayList<TableChange>();
    boolean ifExists = false;
}
{
    <ALTER> { s = span(); }
    <TABLE>
    [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
    name = CompoundIdentifier()
    AddTableChange(changes)
    ( LOOKAHEAD(1) <COMMA> AddTableChange(changes) )*
    { return new SqlTableStatement(s.end(this), new TableStatement.Alter(name.names, ifExists, changes)); }
}

void AddTableChange(List<TableChange> changes) :
{
    final List<String> path;
    final SqlIdentifier name;
    boolean there = false;
}
{
    LOOKAHEAD(1)
    <ADD> AddAddedColumns(changes)
|
    LOOKAHEAD(1)
    <DROP> <COLUMN>
    [ LOOKAHEAD(2) <IF> <EXISTS> { there = true; } ]
    path = ColumnPath() { changes.add(new TableChange.DropColumn(path, there)); }
|
    LOOKAHEAD(1)
    <RENAME> <COLUMN> path = ColumnPath() <TO> name = SimpleIdentifier()
    { changes.add(new TableChange.RenameColumn(path, name.getSimple())); }
|
    LOOKAHEAD(1)
    <ALTER> <COLUMN> path = ColumnPath() AddAlteredColumn(changes, path)
|
    LOOKAHEAD(1)
    <SET> AddSetProperties(changes)
|
    <UNSET> AddUnsetProperties(changes)
}

void AddAddedColumns(List<TableChange> changes) :
{
    ColumnDefinition column;
    ColumnPlace place = null;
    boolean absent = false;
}
{
    LOOKAHEAD(2)
    <COLUMNS> <LPAREN>
    column = ColumnDefinition() place = Place() { changes.add(new TableChange.AddColumn(column, false, place)); }
    (
        LOOKAHEAD(1)
        <COMMA>
        column = ColumnDefinition() place = Place() { changes.add(new TableChange.AddColumn(column, false, place)); }
    )*
    <RPAREN>
|
    <COLUMN>
    [ LOOKAHEAD(2) <IF> <NOT> <EXISTS> { absent = true; } ]
    column = ColumnDefinition() place = Place()
    { changes.add(new TableChange.AddColumn(column, absent, place)); }
}

ColumnPlace Place() :
{
    final String sibling;
}
{
    LOOKAHEAD(1)
    <FIRST> { return new ColumnPlace(null); }
|
    LOOKAHEAD(1)
    <AFTER> sibling = ColumnName() { return new ColumnPlace(sibling); }
|
    { return null; }
}

void AddAlteredColumn(List<TableChange> changes, List<String> path) :
{
    ColumnType type = null;
    Boolean nullable = null;
    SqlNode value = null;
    String comment = null;
    ColumnPlace place = null;
}
{
    (
        LOOKAHEAD(1)
        <TYPE> type = ColumnType()
    |
        LOOKAHEAD(1)
        <SET>
        (
            LOOKAHEAD(1)
            <DATA> <TYPE> type = ColumnType()
        |
            LOOKAHEAD(1)
            <NOT> <NULL> { nullable = false; }
        |
            <DEFAULT_> value = NonIntervalLiteral()
        )
    |
        LOOKAHEAD(1)
        <DROP> <NOT> <NULL> { nullable = true; }
    |
        LOOKAHEAD(1)
        <COMMENT> comment = TextLiteral()
    |
        LOOKAHEAD(1)
        <FIRST> { place = new ColumnPlace(null); }
    |
        <AFTER> comment = ColumnName() { place = new ColumnPlace(comment); comment = null; }
    )
    { changes.add(new TableChange.AlterColumn(path, type, nullable, value, comment, place)); }
}

void AddSetProperties(List<TableChange> changes) :
{
    final Map<String, String> properties = new LinkedHashMap<String, String>();
}
{
    ( <PROPERTIES> | <TBLPROPERTIES> )
    (
        LOOKAHEAD(1)
        <LPAREN> AddProperty(properties) ( LOOKAHEAD(1) <COMMA> AddProperty(properties) )* <RPAREN>
    |
        AddProperty(properties)
        ( LOOKAHEAD(<COMMA> PropertyKey() <EQ>) <COMMA> AddProperty(properties) )*
    )
    { changes.add(new TableChange.SetProperties(properties)); }
}

void AddUnsetProperties(List<TableChange> changes) :
{
    final List<String> keys = new ArrayList<String>();
    boolean there = false;
    String key;
}
{
    ( <PROPERTIES> | <TBLPROPERTIES> )
    [ LOOKAHEAD(2) <IF> <EXISTS> { there = true; } ]
    <LPAREN>
    key = PropertyKey() { keys.add(key); }
    ( LOOKAHEAD(1) <COMMA> key = PropertyKey() { keys.add(key); } )*
    <RPAREN>
    { changes.add(new TableChange.UnsetProperties(keys, there)); }
}

SqlNode DropTableStatement() :
{
    final Span s;
    final SqlIdentifier name;
    boolean ifExists = false;
    boolean purge = false;
}
{
    <DROP> { s = span(); }
    <TABLE>
    [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
    name = CompoundIdentifier()
    [ LOOKAHEAD(1) <PURGE> { purge = true; } ]
    { return new SqlTableStatement(s.end(this), new TableStatement.Drop(name.names, ifExists, purge)); }
}

SqlNode CommentStatement() :
{
    final Span s;
    final SqlIdentifier name;
    boolean column = false;
    String comment = null;
}
{
    <COMMENT> { s = span(); }
    <ON>
    (
        LOOKAHEAD(1)
        <TABLE>
    |
        <COLUMN> { column = true; }
    )
    name = CompoundIdentifier()
    <IS>
    (
        LOOKAHEAD(1)
        <NULL>
    |
        comment = TextLiteral()
    )
    {
        return new SqlTableStatement(
            s.end(this),
            column
                ? new TableStatement.CommentOnColumn(name.names, comment)
                : new TableStatement.CommentOnTable(name.names, comment));
    }
}
