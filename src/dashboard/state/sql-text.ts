// Writes strings into the SQL of the dashboard's queries.

/** Quotes a string for SQL. Quotes and backslashes are escaped: typed text cannot end the string and inject SQL. */
export const sqlText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** The SQL that reads a property of an event as a string. */
export const propertySql = (name: string): string =>
  `JSONExtractString(toString(properties), ${sqlText(name)})`;

/** The same for the first of several properties that is not empty. */
export const firstPropertySql = (...names: readonly string[]): string =>
  `arrayFirst(one -> one != '', [${names.map(propertySql).join(', ')}])`;
