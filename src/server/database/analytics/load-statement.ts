// The statement by which chDB loads a journal segment into a table.
import { quoteIdentifier, quoteLiteral } from './sql-parameters.js';
import { type EngineSettings, loadSettings } from './statement-settings.js';

/** The settings that make a load from a file repeatable, in addition to those of every statement. */
export const fileLoadSettings = (token: string): EngineSettings => ({
  ...loadSettings(token),
  // By default, the engine skips deduplication when it cannot prove that the SELECT returns the same rows again.
  deduplicate_insert_select: 'enable_even_for_bad_queries',
  // Columns are matched by name with those of the table.
  use_structure_from_insertion_table_in_table_functions: 1,
});

/**
 * @throws TypeError when the path has glob characters: the engine would load nothing, without an error, if
 * the pattern matched no file
 */
export const loadStatement = (table: string, file: string): string => {
  if (/[*?{}]/.test(file)) {
    throw new TypeError(
      `Cannot load ${JSON.stringify(file)}: use a data folder whose path does not contain * ? { }.`,
    );
  }
  const source = `file(${quoteLiteral(file)}, 'JSONEachRow', 'auto', 'none')`;
  return `INSERT INTO ${quoteIdentifier(table)} SELECT * FROM ${source}`;
};
