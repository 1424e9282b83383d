// The supervision of the engine's process.
import { expect, it } from 'vitest';
import { superviseEngine } from '../../../../src/server/database/analytics/engine.js';
import type { EngineChild } from '../../../../src/server/database/analytics/engine-child.js';
import { createCleanup } from '../../../support/cleanup.js';
import { eventually } from '../../../support/eventually.js';

const cleanUp = createCleanup();

/** A process that ends when the test says so. */
const createChild = () => {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const child: EngineChild = { pid: 1, call: async () => new Uint8Array(), ended, kill: end };
  return { child, end };
};

it('gives no reason of an earlier restart for a later one', async () => {
  const [first, second] = [createChild(), createChild()];
  let start = (_: EngineChild): void => {};
  const started = new Promise<EngineChild>((resolve) => {
    start = resolve;
  });
  const starts = [async () => Promise.reject(new Error('The disk is full.')), () => started];
  const engine = superviseEngine({
    child: first.child,
    start: () => starts.shift()?.() ?? new Promise(() => {}),
    startTimeoutMs: 50,
    closeTimeoutMs: 50,
  });
  cleanUp(() => void engine.close());
  const run = () => engine.run({ kind: 'run', prepare: [], sql: 'SELECT 1' }, 1_000);
  first.end();
  await eventually(() => expect(engine.pid()).toBeNull());
  await eventually(() => expect(run()).rejects.toThrow('The disk is full.'));
  start(second.child);
  await eventually(() => expect(engine.pid()).toBe(1));
  second.end();
  await eventually(() => expect(engine.pid()).toBeNull());
  await expect(run()).rejects.toThrow(/^The analytics engine is being restarted\.$/);
});
