// The columns of `profiles` that search conditions compare but a profile does not show: holdings and labels.
// If conditions read them from their own tables, that would cost three times the search itself.

/** LowCardinality compares few distinct texts as numbers; the engine stores too many distinct ones as they are. */
const TEXTS = 'Array(LowCardinality(String))';
const AMOUNTS = 'Array(Float64)';

/** Each with its type, and the SQL that computes it from a row `e` of `wallet_enrichment`. */
export const HOLDING_COLUMNS = [
  { name: 'chain_ids', type: TEXTS, sql: 'e.chains.chain_id' },
  { name: 'chain_worths', type: AMOUNTS, sql: 'e.chains.net_worth_usd' },
  { name: 'app_chains', type: TEXTS, sql: 'e.apps.chain_id' },
  { name: 'app_ids', type: TEXTS, sql: 'e.apps.id' },
  { name: 'app_worths', type: AMOUNTS, sql: 'e.apps.balance_usd' },
  { name: 'token_chains', type: TEXTS, sql: 'e.tokens.chain_id' },
  { name: 'token_ids', type: TEXTS, sql: 'e.tokens.token_address' },
  { name: 'token_apps', type: TEXTS, sql: 'e.tokens.app_id' },
  {
    name: 'token_units',
    type: AMOUNTS,
    sql: 'arrayMap(units -> toFloat64OrZero(units), e.tokens.balance)',
  },
] as const;

/** The same, computed from a row `l` of `liveLabels`. */
export const LABEL_COLUMNS = [
  { name: 'label_tags', type: TEXTS, sql: 'l.tags' },
  { name: 'label_values', type: 'Array(String)', sql: 'l.texts' },
] as const;

/**
 * The labels of each wallet in each project.
 *
 * @param condition SQL over rows `b` of `wallet_labels`
 */
export const liveLabels = (condition: string): string => `SELECT b.project_id AS project_id,
    b.wallet AS wallet, groupArray(b.tag_id::String) AS tags, groupArray(b.value) AS texts
  FROM wallet_labels AS b FINAL WHERE ${condition} AND b.is_deleted = 0 GROUP BY project_id, wallet`;
