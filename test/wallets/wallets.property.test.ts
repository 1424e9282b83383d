// In any order of actions of two wallets and a dapp: events are well formed, and calls stay
// unchanged.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, openPage, settle } from '../core/fakes.js';
import {
  ACCOUNT,
  createFakeWallet,
  type FakeWallet,
  OTHER_ACCOUNT,
  rpcError,
} from './fake-wallet.js';

const ACCOUNTS = [ACCOUNT, OTHER_ACCOUNT];
const RDNS = ['com.one', 'com.two'];
const CODES = [4001, 5000, -32603, -32601] as const;

const wallet = fc.constantFrom(0, 1);
const code = fc.option(fc.constantFrom(...CODES), { nil: undefined });

const step = fc.oneof(
  fc.record({ kind: fc.constant('connect' as const), wallet, code }),
  fc.record({ kind: fc.constant('sign' as const), wallet, code }),
  fc.record({ kind: fc.constant('send' as const), wallet, code }),
  fc.record({ kind: fc.constant('ask' as const), wallet, code: fc.constant(undefined) }),
  fc.record({ kind: fc.constant('accounts' as const), wallet, first: fc.constantFrom(0, 1, 2) }),
  fc.record({ kind: fc.constant('chain' as const), wallet, id: fc.constantFrom('0x1', 10, '137') }),
  fc.record({
    kind: fc.constant('drop' as const),
    wallet,
    reason: fc.constantFrom(1013, 4900, 6000),
  }),
  fc.record({ kind: fc.constant('revoke' as const), wallet, code }),
  fc.record({ kind: fc.constant('reload' as const) }),
  fc.record({ kind: fc.constant('wait' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const METHODS = {
  connect: 'eth_requestAccounts',
  sign: 'personal_sign',
  send: 'eth_sendTransaction',
  ask: 'eth_accounts',
  revoke: 'wallet_revokePermissions',
};

interface Sent {
  readonly type: string;
  readonly address: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * A dapp that remembers its requests, and checks their results against the wallet's own answers.
 */
const createDapp = (wallets: readonly FakeWallet[]) => {
  const asked: [wallet: number, request: object][] = [];
  const pending: Promise<unknown>[] = [];
  let count = 0;
  const paramsOf = (method: string) => {
    count += 1;
    if (method === METHODS.sign) return [`message ${count}`, ACCOUNT];
    if (method === METHODS.send) return [{ to: `0x${String(count).padStart(40, '0')}` }];
    return [{ eth_accounts: {} }];
  };
  return {
    asked,
    settle: () => Promise.all(pending),
    call: (index: number, method: string, fault: number | undefined) => {
      const { provider, answers } = wallets[index] as FakeWallet;
      const good = answers[method];
      const error = fault === undefined ? undefined : rpcError(fault);
      if (error) {
        answers[method] = () => {
          throw error;
        };
      }
      const request = Object.freeze({ method, params: paramsOf(method) });
      asked.push([index, request]);
      pending.push(
        provider.request(request).then(
          () => expect(error).toBeUndefined(),
          (cause: unknown) => expect(cause).toBe(error),
        ),
      );
      if (good) answers[method] = good;
    },
  };
};

const checkConnections = (events: readonly Sent[]) => {
  const connected = new Set<unknown>();
  for (const { type, address, properties } of events) {
    if (type === 'connect') connected.add(properties.rdns);
    if (type === 'connect' || type === 'disconnect' || type === 'chain') {
      expect(connected).toContain(properties.rdns);
      expect(ACCOUNTS).toContain(address);
      expect(properties.chain_id).toBeTypeOf('number');
    }
    if (type === 'chain') expect(properties.chain_id).not.toBe(properties.previous_chain_id);
    if (type === 'disconnect') connected.delete(properties.rdns);
  }
};

/** Each signature and each transaction starts once and ends once, in this order. */
const checkActions = (events: readonly Sent[], steps: readonly Step[]) => {
  const actions = new Map<string, unknown[]>();
  for (const { type, properties } of events) {
    if (type !== 'signature' && type !== 'transaction') continue;
    const id = String(properties.message_hash ?? properties.to);
    actions.set(id, [...(actions.get(id) ?? []), properties.status]);
  }
  expect(actions.size).toBe(steps.filter(({ kind }) => kind === 'sign' || kind === 'send').length);
  for (const statuses of actions.values()) {
    expect(statuses).toHaveLength(2);
    expect(['requested', 'started']).toContain(statuses[0]);
    expect(['confirmed', 'broadcasted', 'rejected', 'failed']).toContain(statuses[1]);
  }
};

it('events are well formed, and the wallets get exactly the calls of the dapp', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const world = createWorld();
      const wallets = RDNS.map(() => createFakeWallet());
      const dapp = createDapp(wallets);
      const open = () =>
        openPage(world, {
          plugins: wallets.map(({ provider }, index) => eip1193(provider, { rdns: RDNS[index] })),
        });
      let page = open();
      for (const each of steps) {
        if (each.kind === 'wait') await settle();
        else if (each.kind === 'reload') {
          await settle();
          await world.clock.turn(2_000);
          void page.tracker.close();
          page = open();
        } else {
          const acting = wallets[each.wallet] as FakeWallet;
          if (each.kind === 'accounts') acting.setAccounts(...ACCOUNTS.slice(each.first));
          else if (each.kind === 'chain') acting.switchChain(each.id);
          else if (each.kind === 'drop') acting.emit('disconnect', { code: each.reason });
          else dapp.call(each.wallet, METHODS[each.kind], each.code);
        }
      }
      await settle();
      await dapp.settle();
      void page.tracker.close();
      await world.clock.turn(10_000);

      const events = [...world.server.kept.values()] as unknown as Sent[];
      checkConnections(events);
      checkActions(events, steps);
      expect(page.faults).toEqual([]);
      wallets.forEach(({ calls }, index) => {
        const made = dapp.asked.filter(([to]) => to === index).map(([, request]) => request);
        const received = calls.map(({ input }) => input[0] as { method: string });
        const ours = received.filter((request) => !made.includes(request));
        expect(received.filter((request) => made.includes(request))).toEqual(made);
        expect(['eth_chainId', 'eth_accounts', 'eth_getTransactionReceipt']).toEqual(
          expect.arrayContaining(ours.map(({ method }) => method)),
        );
      });
    }),
    { numRuns: 150 },
  );
});
