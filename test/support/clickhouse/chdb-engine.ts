// chDB in a child process, without our database on top of it: statements in, the engine's JSON out.
import { startEngineChild } from '../../../src/server/database/analytics/engine-child.js';
import { builtFile } from '../built.js';

export interface ChdbEngine {
  /**
   * @param prepare statements that are run before it on the same session
   * @throws DatabaseQueryError when the engine refuses
   */
  run(prepare: readonly string[], sql: string): Promise<Uint8Array>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const RUN_TIMEOUT_MS = 120_000;

export const startChdbEngine = async (directory: string): Promise<ChdbEngine> => {
  const child = await startEngineChild(
    builtFile('server/database/analytics/chdb-child'),
    { directory, memoryLimitBytes: 2_000_000_000, concurrency: 8 },
    START_TIMEOUT_MS,
  );
  const kill = () => child.kill();
  process.once('exit', kill);
  return {
    run: (prepare, sql) => child.call({ kind: 'run', prepare, sql }, RUN_TIMEOUT_MS),
    async stop() {
      process.off('exit', kill);
      child.kill();
      await child.ended;
    },
  };
};
