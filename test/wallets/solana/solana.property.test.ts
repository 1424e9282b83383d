// @vitest-environment happy-dom
// In any order of actions of a Solana wallet and a dapp: events are well formed, and calls stay
// unchanged.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWorld, settle } from '../../core/fakes.js';
import type { ShortEvent } from '../open-dapp.js';
import {
  ACCOUNT,
  accountOf,
  createFakeSolanaWallet,
  type FakeSolanaWallet,
  type Form,
  OTHER_ACCOUNT,
} from './fake-solana-wallet.js';
import { openSolanaDapp } from './open-solana-dapp.js';

const ACCOUNTS = [accountOf(ACCOUNT), accountOf(OTHER_ACCOUNT)];
const SIGNING = [
  'signMessage',
  'signIn',
  'signTransaction',
  'signAndSendTransaction',
  'signAndSendAllTransactions',
] as const;

const step = fc.oneof(
  fc.record({
    kind: fc.constant('call' as const),
    method: fc.constantFrom(...SIGNING),
    fails: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('connect' as const), silent: fc.boolean(), fails: fc.boolean() }),
  fc.record({ kind: fc.constant('disconnect' as const) }),
  fc.record({ kind: fc.constant('change' as const), first: fc.constantFrom(0, 1, 2) }),
  fc.record({ kind: fc.constant('wait' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A dapp that remembers its calls, and checks their results against the wallet's own answers. */
const createDapp = (wallet: FakeSolanaWallet) => {
  const made: unknown[] = [];
  const pending: Promise<unknown>[] = [];
  return {
    made,
    settle: () => Promise.all(pending),
    call: (method: string, fails: boolean, ...input: unknown[]) => {
      const error = fails ? new Error(`no ${made.length}`) : undefined;
      const good = wallet.answers[method];
      if (error) {
        wallet.answers[method] = () => {
          throw error;
        };
      }
      made.push([method, input]);
      pending.push(
        wallet.call(method, ...input).then(
          () => expect(error).toBeUndefined(),
          (cause: unknown) => expect(cause).toBe(error),
        ),
      );
      if (good) wallet.answers[method] = good;
    },
  };
};

const take = (wallet: FakeSolanaWallet, dapp: ReturnType<typeof createDapp>, each: Step) => {
  const input = {
    account: ACCOUNTS[0],
    message: new Uint8Array(1),
    transaction: new Uint8Array(1),
  };
  if (each.kind === 'connect') dapp.call('connect', each.fails, { silent: each.silent });
  else if (each.kind === 'disconnect') dapp.call('disconnect', false);
  else if (each.kind === 'change') wallet.change({ accounts: ACCOUNTS.slice(each.first) });
  else if (each.kind === 'call') {
    const isList = each.method === 'signAndSendAllTransactions';
    dapp.call(each.method, each.fails, isList ? [input] : input);
  }
};

const ENDS = ['confirmed', 'broadcasted', 'rejected', 'failed'];

const check = (events: readonly Omit<ShortEvent, 'event'>[], steps: readonly Step[]) => {
  let connected: unknown = null;
  for (const { type, address } of events) {
    if (type === 'disconnect') expect(address).toBe(connected);
    if (type === 'disconnect') connected = null;
    if (type === 'connect') {
      expect(address).not.toBe(connected);
      connected = address;
    }
  }
  const statuses = events.flatMap(({ status }) => status ?? []);
  const calls = steps.filter(({ kind }) => kind === 'call').length;
  const begun = statuses.filter((status) => !ENDS.includes(String(status)));
  expect([begun.length, statuses.length]).toEqual([calls, 2 * calls]);
};

it('events are well formed, and the wallet gets exactly the calls of the dapp', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 15 }),
      fc.constantFrom<Form>('plain', 'class', 'frozen class'),
      async (steps, form) => {
        const wallet = createFakeSolanaWallet({ form });
        const { told, tracker, faults } = await openSolanaDapp({ wallet, world: createWorld() });
        const dapp = createDapp(wallet);
        for (const each of steps) {
          if (each.kind === 'wait') await settle();
          else take(wallet, dapp, each);
        }
        await dapp.settle();
        await settle();
        check(await told(), steps);
        void tracker.close();
        expect(wallet.calls.map(({ method, input }) => [method, input])).toEqual(dapp.made);
        expect(faults).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
