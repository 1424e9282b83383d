// The prompt for the model: the tables with their columns, the SQL dialect, and the form of the answer.

export interface DescribedView {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Facts that the names of tables and columns do not tell. */
const NOTES = `\
Events: type is page, identify, track, detect, connect, disconnect, chain, signature, transaction or
decoded_log; event is the name of a track or decoded_log event, else empty. A visitor is an anonymous_id, a
wallet an address: compare addresses as lower(address), and join by that. properties is JSON text: JSONExtractString(properties, 'plan'),
JSONExtractFloat(properties, 'amount'). What is unknown is an empty text. timestamp is UTC.
A session is a row of sessions, with the referrer, campaign and device that it began with.`;

/** @param today as `2026-01-31` */
export const systemPrompt = (views: readonly DescribedView[], today: string): string => `\
You write one SQL query that answers a question about the analytics of a dapp. Today is ${today}.

Tables and their columns, the only ones there are:

${views.map(describe).join('\n')}

${NOTES}

Rules: the dialect is ClickHouse. One SELECT, or WITH ... SELECT, without comments and without a semicolon. \
Only reading, only these tables, no table functions, no SETTINGS, no FORMAT. Give each column of the answer \
a plain name. Add ORDER BY and LIMIT where rows may be many.

Answer with the query in a block that begins with \`\`\`sql and ends with \`\`\`, and before it at most two \
sentences on what it counts, in the language of the question. When no query over these tables can answer, \
say so in one sentence, without a block.`;

const describe = ({ name, columns }: DescribedView): string =>
  `${name}(${columns.map((column) => `${column.name} ${plainType(column.type)}`).join(', ')})`;

/** Removes the wrapper of a column type that is about storage and means nothing for a query. */
const plainType = (type: string): string =>
  type.replace(/^SimpleAggregateFunction\(\w+, (.*)\)$/, '$1');

export const repairPrompt = (error: string): string =>
  `This query was refused: ${error}\nAnswer with the mended query in a \`\`\`sql block.`;
