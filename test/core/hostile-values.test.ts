// Values made to break a tracker: none may make a call throw, be changed, or lose the event.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createWorld, openPage } from './fakes.js';

class Account {
  readonly #secret = 'hidden';
  readonly balance = 10n ** 20n;
  get size() {
    return this.#secret.length;
  }
}

class Money {
  constructor(private readonly cents: number) {}
  toJSON() {
    return `${this.cents / 100} USD`;
  }
}

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** Every operation on it throws, and so does turning the thrown error into a text. */
const bomb: object = new Proxy(
  {},
  Object.fromEntries(
    ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'].map((trap) => [
      trap,
      () => {
        throw bomb;
      },
    ]),
  ),
);

const hung = (value: object) =>
  Object.assign(value, { __reactFiber$1: { memoizedState: 'secret' } });

const endless = { toJSON: () => endless };

const record = async (value: unknown) => {
  const world = createWorld();
  const { tracker, faults } = openPage(world);
  const loose = tracker as unknown as Record<string, (...input: unknown[]) => void>;
  loose.track?.('hostile', { value });
  await world.clock.turn(2_000);
  const [event] = world.server.kept.values();
  return { faults, value: (event?.properties as Record<string, unknown> | null)?.value };
};

afterEach(() => Reflect.deleteProperty(Object.prototype, 'polluted'));

test.each<[string, unknown, unknown]>([
  ['a text as long as the server takes', 'x'.repeat(300_000), 'x'.repeat(300_000)],
  ['a text of 1 MB', 'x'.repeat(1_000_000), '[Too long]'],
  ['text with half a character', '\ud83d', '\ud83d'],
  ['an instance of a class', new Account(), { balance: '100000000000000000000' }],
  ['one that says how it is written', new Money(1_250), '12.5 USD'],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['inherited properties', Object.create({ inherited: 1 }), {}],
  ['a revoked proxy', revoked(), '[Unreadable]'],
  ['a proxy that always throws', bomb, '[Unreadable]'],
  ['a toJSON that answers itself', endless, '[Circular]'],
  ['a constructor of its own', { constructor: 1, toString: 2 }, { constructor: 1, toString: 2 }],
  ['a symbol', Symbol('x'), undefined],
  ['a promise', Promise.resolve(1), {}],
  ['a sparse list', Object.assign([], { 2: 1 }), [null, null, 1]],
  ['an element, on which React hangs all it knows', hung(new EventTarget()), '[EventTarget]'],
  ['an event of the browser', hung(new Event('click')), '[Event]'],
  ["an event of React's", hung(Object.create({ preventDefault: () => {} })), '[Object]'],
])('records %s', async (_, value, expected) => {
  expect(await record(value)).toEqual({ faults: [], value: expected });
});

test('keys such as __proto__ and constructor are copied like any other key', async () => {
  const value = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  );
  const got = await record(value);
  expect(JSON.stringify(got.value)).toBe(JSON.stringify(value));
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('writes to no value, and copies what a getter returns at the call', async () => {
  const inner = [new Map([['a', 1]])];
  const value = Object.freeze({
    get list() {
      return Object.freeze(inner);
    },
  });
  expect(await record(value)).toEqual({ faults: [], value: { list: [{ a: 1 }] } });
});

test('cuts off a structure that repeats shared parts, and a list that is endless', async () => {
  let reads = 0;
  let shared: unknown = {
    get text() {
      reads += 1;
      return 'x';
    },
  };
  for (let level = 0; level < 20; level += 1) shared = { one: shared, other: shared };
  const endlessList: unknown[] = [];
  endlessList.length = 4_000_000_000;
  const { value } = await record({ shared, endlessList, fine: 1 });
  expect(value).toMatchObject({ endlessList: '[Unreadable]', fine: 1 });
  expect(JSON.stringify(value)).toContain('[Unreadable]');
  expect(reads).toBeLessThan(100_000);
});

test('records a DataView as an empty list, and still limits the values after it', async () => {
  let shared: unknown = 'x';
  for (let level = 0; level < 16; level += 1) shared = { one: shared, other: shared };
  const { value } = await record({ bytes: new DataView(new ArrayBuffer(8)), shared });
  expect(value).toMatchObject({ bytes: [] });
  expect(JSON.stringify(value).length).toBeLessThan(200_000);
});

test('accepts anything as an argument of any verb without throwing', async () => {
  const verbs = ['page', 'track', 'identify', 'detect', 'connect', 'disconnect', 'chain'];
  // Values behind functions, since fast-check itself inspects the arguments that it generates.
  const hostile = [() => bomb, revoked, () => endless, () => Symbol('x'), () => () => 1];
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true });
  const argument = fc.oneof(
    anything.map((value) => () => value),
    fc.nat(hostile.length - 1).map((at) => () => hostile[at]?.()),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...verbs, 'signature', 'transaction', 'consent', 'reset'),
      fc.array(argument, { maxLength: 3 }),
      async (verb, input) => {
        const world = createWorld();
        const { tracker } = openPage(world);
        const loose = tracker as unknown as Record<string, (...input: unknown[]) => void>;
        loose[verb]?.(...input.map((make) => make()));
        await world.clock.turn(2_000);
        const { accepted, delivered, dropped } = tracker.stats();
        expect({ accepted, dropped }).toEqual({ accepted: delivered, dropped: {} });
      },
    ),
    { numRuns: 300 },
  );
});

test('no call throws on a page whose visibility cannot be read, and onError names the calls', () => {
  let isBroken = false;
  const isAhead = () => {
    if (isBroken) throw new Error('no document');
    return false;
  };
  const { tracker, faults } = openPage(createWorld(), {}, { isAhead });
  isBroken = true;
  tracker.track('swap');
  tracker.page();
  expect(faults.map(({ message }) => message.split(' ')[0])).toEqual(['track()', 'page()']);
});
