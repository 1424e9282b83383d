// chDB in a child process, without our database layer: takes SQL statements, and returns the JSON of the engine.
import { startEngineChild } from '../../../src/server/database/analytics/engine-child.js';
import { builtFile } from '../built.js';
import { PATIENCE_MS } from '../eventually.js';

export interface ChdbEngine {
  /**
   * @param prepare statements that are run before it on the same session
   * @throws DatabaseQueryError when the engine refuses
   */
  run(prepare: readonly string[], sql: string): Promise<Uint8Array>;
  stop(): Promise<void>;
}

export const startChdbEngine = async (directory: string): Promise<ChdbEngine> => {
  const child = await startEngineChild(
    builtFile('server/database/analytics/chdb-child'),
    { directory, memoryLimitBytes: 2_000_000_000, concurrency: 8 },
    PATIENCE_MS,
  );
  const kill = () => child.kill();
  process.once('exit', kill);
  return {
    run: (prepare, sql) => child.call({ kind: 'run', prepare, sql }, PATIENCE_MS),
    async stop() {
      process.off('exit', kill);
      child.kill();
      await child.ended;
    },
  };
};
