// Whoever has the public write key can compute the id of a log, but cannot send an event under it.
import { beforeAll, expect, it } from 'vitest';
import { blockPrefix } from '../../../src/server/contracts/logs/log-event.js';
import { createCleanup } from '../../support/cleanup.js';
import { MEMORY_ADDRESS, memoryNode } from './memory-chain.js';
import { openReading, type Reading } from './reading-under-test.js';

const cleanUp = createCleanup();
const CHAIN = 31_380;
let reading: Reading;

beforeAll(async () => {
  reading = await openReading(cleanUp);
});

it('reads a log although somebody sent an event with its id before', async () => {
  const blocks = [
    { hash: '0xa', values: [] },
    { hash: '0xb', values: [7] },
  ];
  const forged = {
    type: 'decoded_log',
    event: 'Ping',
    channel: 'server',
    version: '0',
    message_id: `${blockPrefix(CHAIN, '0xb')}0`,
    properties: { value: '666', chain_id: CHAIN, block_number: 1 },
  };
  await reading.receive([forged, forged], 'prj_1');
  await reading.register(CHAIN, MEMORY_ADDRESS);
  const node = memoryNode(() => blocks, CHAIN);
  await reading.reader('http://127.0.0.1:1', { chainId: CHAIN }, { node })();
  await reading.receive([forged], 'prj_1');
  const found = (await reading.logs(CHAIN)).map(({ message_id, value }) => [message_id, value]);
  expect(found).toEqual([
    [`log:${CHAIN}:0xb:0`, 7],
    [`sent:log:${CHAIN}:0xb:0`, 666],
  ]);
});
