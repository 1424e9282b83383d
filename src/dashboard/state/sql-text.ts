// Texts within the queries that the dashboard asks.

/** A text as SQL writes it. Whatever was typed stays one text: what could end or change it is escaped. */
export const sqlText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** A property of an event, as text. */
export const propertySql = (name: string): string =>
  `JSONExtractString(toString(properties), ${sqlText(name)})`;
