// The statement by which chDB loads a journal segment into a table.
import { quoteIdentifier, quoteLiteral } from './sql-parameters.js';
import { type EngineSettings, loadSettings } from './statement-settings.js';

/** Settings under which a load from a file is repeatable, besides those of every statement. */
export const fileLoadSettings = (token: string): EngineSettings => ({
  ...loadSettings(token),
  // The default gives up on deduplication when it cannot prove that the SELECT repeats itself.
  deduplicate_insert_select: 'enable_even_for_bad_queries',
  // Columns are matched by name with those of the table.
  use_structure_from_insertion_table_in_table_functions: 1,
});

/**
 * @throws TypeError when the path has characters that the engine takes for a pattern: a pattern
 * without a match would load nothing, in silence
 */
export const loadStatement = (table: string, file: string): string => {
  if (/[*?{}]/.test(file)) {
    throw new TypeError(
      `Cannot load ${JSON.stringify(file)}: use a data folder whose path has none of * ? { }.`,
    );
  }
  const source = `file(${quoteLiteral(file)}, 'JSONEachRow', 'auto', 'none')`;
  return `INSERT INTO ${quoteIdentifier(table)} SELECT * FROM ${source}`;
};
