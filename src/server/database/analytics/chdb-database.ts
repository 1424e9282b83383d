// The analytics port on a running chDB engine.
import { DatabaseQueryError } from '../database-errors.js';
import type { AnalyticsDatabase, AnalyticsQueryOptions, AnalyticsResult } from '../ports.js';
import { createReadiness } from '../readiness.js';
import type { Engine } from './engine.js';
import { fileLoadSettings, loadStatement } from './load-statement.js';
import { type SqlParameters, setParameters } from './sql-parameters.js';
import {
  HUNG_AFTER_MS,
  type StatementLimits,
  setSettings,
  statementSettings,
} from './statement-settings.js';

const prepare = (...statements: readonly (string | null)[]): readonly string[] =>
  statements.filter((statement) => statement !== null);

/** The analytics database on the engine. Closing it closes the engine. */
export const createChdbDatabase = (engine: Engine, limits: StatementLimits): AnalyticsDatabase => {
  const settingsWithin = (timeoutMs: number) =>
    setSettings(statementSettings(timeoutMs, limits.queryMemoryBytes));
  const readSettings = settingsWithin(limits.queryTimeoutMs);
  const writeSettings = settingsWithin(limits.writeTimeoutMs);

  const write = async (sql: string, before: readonly (string | null)[]): Promise<void> => {
    const statements = prepare(writeSettings, ...before);
    await engine.run(
      { kind: 'run', prepare: statements, sql },
      limits.writeTimeoutMs + HUNG_AFTER_MS,
    );
  };

  const isAnswering = createReadiness(() => {
    const message = { kind: 'run', prepare: [], sql: 'SELECT 1', urgent: true } as const;
    return engine.run(message, limits.queryTimeoutMs + HUNG_AFTER_MS);
  });

  return {
    query: async <Row>(
      sql: string,
      params: SqlParameters = {},
      { mostBytes, urgent = false }: AnalyticsQueryOptions = {},
    ) => {
      // `readonly` comes last, since it locks the settings, too: from then on the session cannot write,
      // whatever the SQL.
      const statements = prepare(readSettings, setParameters(params), 'SET readonly = 2');
      const json = await engine.run(
        {
          kind: 'run',
          prepare: statements,
          sql,
          urgent,
          ...(mostBytes === undefined ? {} : { mostBytes }),
        },
        limits.queryTimeoutMs + HUNG_AFTER_MS,
      );
      if (json.length === 0) throw new DatabaseQueryError(`No SELECT, no answer: ${sql}`, null);
      return JSON.parse(new TextDecoder().decode(json)) as AnalyticsResult<Row>;
    },
    execute: async (sql, params = {}) => write(sql, [setParameters(params)]),
    load: async ({ table, file, token }) =>
      write(loadStatement(table, file), [setSettings(fileLoadSettings(token))]),
    isReady: async () => engine.pid() !== null && isAnswering(),
    close: engine.close,
  };
};
