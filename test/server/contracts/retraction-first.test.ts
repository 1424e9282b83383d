// A retraction that was cut short is finished by the next round, also while the node is away.
import { expect, it } from 'vitest';
import { startContractReader } from '../../../src/server/contracts/logs/contract-reader.js';
import type { ReadingStore } from '../../../src/server/contracts/logs/reading-store.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';

const cleanUp = createCleanup();
const CHAIN = 31_337;

it('is finished without the node', async () => {
  const steps: string[] = [];
  const orphan = { hash: '0xaa', day: '2026-01-01' };
  const contract = { id: 'ctr_1', project_id: 'prj_1', address: '0x1', events: [] };
  const unused = () => Promise.reject(new Error('The node does not answer.'));
  const store: ReadingStore = {
    contracts: async () => [{ ...contract, next_block: 0, revision: 0 }],
    orphans: async () => (steps.includes('noted') ? [] : [orphan]),
    noteTakenBack: async () => void steps.push('noted'),
    setError: async (_, message) => void steps.push(message === null ? 'read' : 'failed'),
    begin: unused,
    savedBlocks: unused,
    latestBlock: unused,
    saveBlocks: unused,
    timesOrphaned: unused,
    advance: unused,
    rollBack: unused,
  };
  const reader = startContractReader({
    // Nothing listens there.
    rpc: { urls: { [CHAIN]: 'http://127.0.0.1:1' }, confirmations: 0, pollSeconds: 1 },
    store,
    events: { receive: unused },
    withVisitors: async (events) => events,
    retract: async (_, days) => void steps.push(`retracted ${days}`),
    log: createLog('silent'),
    observer: { read() {}, readFailed() {}, reorganised() {} },
  });
  cleanUp(reader.close);
  await eventually(() => expect(steps).toContain('failed'));
  expect(steps.slice(0, 3)).toEqual(['retracted 2026-01-01', 'noted', 'failed']);
});
