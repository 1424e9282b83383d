// What is sent only if the app opts in: messages of signatures and calldata.
import { expect, it, test } from 'vitest';
import { hashMessage } from '../../src/core/hash-message.js';
import { keccak256 } from '../../src/core/keccak256.js';
import type { TrackerOptions } from '../../src/core/tracker-types.js';
import { createWorld, openPage } from './fakes.js';

const CALLDATA = `0xa9059cbb${'00'.repeat(64)}`;
const MESSAGE = 'Sign in as ada — 😀';

const properties = async (privacy: TrackerOptions['privacy']) => {
  const world = createWorld();
  const { tracker } = openPage(world, privacy ? { privacy } : {});
  tracker.signature({ status: 'requested', message: MESSAGE });
  tracker.transaction({ status: 'started', data: CALLDATA });
  await world.clock.turn(2_000);
  return [...world.server.kept.values()].map((event) => event.properties);
};

it('hashes messages and cuts calldata to its selector by default', async () => {
  expect(await properties(undefined)).toEqual([
    { status: 'requested', message_hash: hashMessage(MESSAGE) },
    { status: 'started', data: '0xa9059cbb' },
  ]);
});

it('sends messages and calldata in full only if the app opts in', async () => {
  const message_hash = hashMessage(MESSAGE);
  expect(await properties({ messages: true, calldata: true })).toEqual([
    { status: 'requested', message_hash, message: MESSAGE },
    { status: 'started', data: CALLDATA },
  ]);
});

test.each([
  // As hashMessage of ethers and viem returns it.
  ['Hello World', '0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2'],
  ['', '0x5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad'],
])('the hash of %j is the one of EIP-191', (text, hash) => expect(hashMessage(text)).toBe(hash));

test.each(['a', 'ä😀', '\ud800', 'x'.repeat(1_000)])(
  'the hash of %j is that of its UTF-8 bytes',
  (text) => {
    const bytes = Buffer.from(text.replace('\ud800', '\ufffd'));
    const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`);
    expect(hashMessage(text)).toBe(`0x${keccak256(Buffer.concat([prefix, bytes]))}`);
  },
);
