// The verbs and options of the server tracker, and what becomes of each call.
import { describe, expect, it } from 'vitest';
import { settle } from '../core/fakes.js';
import { openService } from './support/open-service.js';

/** Flushes, and returns the events that the server stored. */
const sent = async ({ tracker, clock, server }: ReturnType<typeof openService>) => {
  const flushed = tracker.flush();
  await clock.turn(2_000);
  await flushed;
  return [...server.kept.values()];
};

describe('the options of a call set', () => {
  it('the person', async () => {
    const service = openService();
    const address = '0x52908400098527886e0f7030069857d2e4169ee7';
    await service.tracker.track(
      'Swap',
      { amount: 2n },
      { anonymousId: 'visitor', userId: 42, address, sessionId: 'visit' },
    );
    expect(await sent(service)).toMatchObject([
      {
        type: 'track',
        channel: 'server',
        event: 'Swap',
        properties: { amount: '2' },
        anonymous_id: 'visitor',
        user_id: '42',
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        session_id: 'visit',
      },
    ]);
  });

  it('the time, the message id and the context', async () => {
    const service = openService({ context: { service: 'api', version: 3 } });
    const timestamp = new Date('2024-02-03T04:05:06.007Z');
    await service.tracker.track('Paid', {}, { timestamp, messageId: 'order-7', context: { a: 1 } });
    const [event] = await sent(service);
    expect(event).toMatchObject({
      message_id: 'order-7',
      original_timestamp: '2024-02-03T04:05:06.007Z',
      context: { service: 'api', version: 3, a: 1, library_name: 'chaintrail/node' },
    });
    // An old timestamp does not make the event expire.
    expect(service.drops).toEqual([]);
  });

  it('nobody by default', async () => {
    const service = openService();
    await service.tracker.track('Nightly job');
    expect(await sent(service)).toMatchObject([
      { anonymous_id: null, user_id: null, address: null, session_id: null },
    ]);
  });
});

it('reports ids and names that the server would refuse, and records nothing', async () => {
  const service = openService();
  const long = 'x'.repeat(256);
  await service.tracker.track(long);
  await service.tracker.identify(long);
  await service.tracker.track('a', {}, { anonymousId: long });
  await service.tracker.track('b', {}, { sessionId: long });
  expect(service.faults.map(({ code, message }) => `${code} ${message}`)).toEqual(
    Array(4).fill(expect.stringMatching(/^invalid_call .*more than 255 characters/)),
  );
  expect(await sent(service)).toEqual([]);
});

/** An object that throws on every access. */
const unreadable = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy as never;
};

describe('verbs', () => {
  it('write the same fields as in the browser', async () => {
    const service = openService();
    const { tracker } = service;
    const wallet = {
      address: '0xabc',
      chainId: '0x1',
      providerName: 'MetaMask',
      rdns: 'io.metamask',
    };
    const fields = { chain_id: 1, provider_name: 'MetaMask', rdns: 'io.metamask' };
    tracker.page({ name: 'Home' }, { context: { page_path: '/' } });
    tracker.identify({ userId: 'u1', address: '0xabc' }, { plan: 'pro' });
    tracker.detect(wallet);
    tracker.connect(wallet);
    tracker.chain(wallet);
    tracker.disconnect(wallet);
    tracker.signature({ status: 'confirmed', method: 'personal_sign', address: '0xabc' });
    tracker.transaction({ status: 'confirmed', transactionHash: '0xdef', value: 5n });
    expect(await sent(service)).toMatchObject([
      { type: 'page', properties: { name: 'Home' } },
      { type: 'identify', user_id: 'u1', address: '0xabc', properties: { plan: 'pro' } },
      { type: 'detect', properties: fields },
      { type: 'connect', address: '0xabc', properties: fields },
      { type: 'chain', properties: fields },
      { type: 'disconnect', properties: fields },
      { type: 'signature', properties: { status: 'confirmed', method: 'personal_sign' } },
      { type: 'transaction', properties: { transaction_hash: '0xdef', value: '5' } },
    ]);
  });

  it('never throw and never reject, whatever their arguments are', async () => {
    const { tracker, faults } = openService();
    const wrong = {
      get status(): never {
        throw new Error('mean');
      },
    };
    for (const call of [
      () => tracker.track('' as string),
      () => tracker.track(undefined as unknown as string),
      () => tracker.track(Object.create(null)),
      () => tracker.connect({}),
      () => tracker.signature(wrong as never),
      () => tracker.transaction(null as never),
      () => tracker.connect(unreadable()),
      () => tracker.connect({}, {}, unreadable()),
    ]) {
      expect(await call()).toBe('refused');
    }
    expect(faults.map(({ code }) => code)).toEqual(Array(8).fill('invalid_call'));
    expect(tracker.stats().accepted).toBe(0);
    await expect(tracker.flush(null as never)).resolves.toBeUndefined();
    await expect(tracker.close(null as never)).resolves.toBeUndefined();
  });

  it('identify accepts a number as user id', async () => {
    const { tracker, server, clock } = openService();
    tracker.identify(42);
    tracker.identify({ userId: 43 });
    await clock.turn(2_000);
    expect([...server.kept.values()]).toMatchObject([{ user_id: '42' }, { user_id: '43' }]);
  });

  it('are reported as dropped when close() times out and no spool stores them', async () => {
    const { tracker, clock, server, drops } = openService();
    server.answer = () => new Promise(() => {});
    tracker.track('Out');
    await clock.turn(2_000);
    tracker.track('Waiting');
    const closed = tracker.close({ timeoutMs: 500 });
    await clock.turn(500);
    await closed;
    expect(drops.map(({ reason }) => reason)).toEqual(['closed', 'closed']);
    expect(tracker.stats()).toMatchObject({ accepted: 2, queued: 0, dropped: { closed: 2 } });
  });

  it('are refused after close', async () => {
    const { tracker, clock, faults } = openService();
    const closed = tracker.close();
    await clock.turn(10);
    await closed;
    expect(await tracker.track('Late')).toBe('refused');
    expect(faults[0]?.message).toContain('after close()');
  });
});

describe('for() and run()', () => {
  it('set the person of all calls, and options of a call override it', async () => {
    const service = openService();
    const verbs = service.tracker.for({ userId: 'u1', context: { plan: 'pro' } });
    verbs.track('A');
    verbs.track('B', {}, { userId: 'u2' });
    expect(await sent(service)).toMatchObject([
      { user_id: 'u1', context: { plan: 'pro', library_name: 'chaintrail/node' } },
      { user_id: 'u2', context: { plan: 'pro' } },
    ]);
  });

  it.each<[string, () => unknown]>([
    ['null', () => null],
    ['nothing', () => undefined],
    ['what cannot be read', unreadable],
    ['a request without headers', () => ({ headers: undefined })],
  ])('never throw, and go on without a person: %s', async (_, make) => {
    const service = openService({ context: { service: 'api' } });
    const { tracker, faults } = service;
    const given = make() as never;
    expect(tracker.run(given, () => 'served')).toBe('served');
    tracker.for(given).track('for');
    tracker.forRequest(given).track('forRequest');
    expect(faults.map(({ code }) => code)).toContain('invalid_call');
    expect(await sent(service)).toMatchObject([
      { event: 'for', user_id: null, context: { service: 'api' } },
      { event: 'forRequest', user_id: null, context: { service: 'api' } },
    ]);
  });

  it('keep visitors apart across awaits', async () => {
    const service = openService();
    const { tracker } = service;
    const visit = (userId: string) =>
      tracker.run({ userId }, async () => {
        await settle();
        tracker.track(`by ${userId}`);
      });
    await Promise.all([visit('u1'), visit('u2')]);
    expect(await sent(service)).toMatchObject([
      { event: 'by u1', user_id: 'u1' },
      { event: 'by u2', user_id: 'u2' },
    ]);
  });
});

describe('when the queue is full', () => {
  const outage = (whenFull: 'drop-oldest' | 'reject' | 'await') => {
    const service = openService({ whenFull, maxQueueEvents: 100 });
    service.server.answer = () => ({ kind: 'retry', afterMs: 10_000 });
    return service;
  };
  const trackMany = ({ tracker }: ReturnType<typeof openService>, count: number) =>
    Array.from({ length: count }, (_, index) => tracker.track(`e${index}`));

  it('drop-oldest drops the oldest events and reports each', async () => {
    const service = outage('drop-oldest');
    trackMany(service, 250);
    await service.clock.turn(100);
    expect(service.tracker.stats()).toMatchObject({ queued: 100, dropped: { queue_full: 150 } });
    expect(service.drops).toHaveLength(150);
    service.server.answer = () => ({ kind: 'delivered' });
    await service.clock.turn(30_000);
    expect(service.server.names()).toEqual(Array.from({ length: 100 }, (_, i) => `e${i + 150}`));
  });

  it('reject refuses new events and keeps the queued ones', async () => {
    const service = outage('reject');
    const answers = await Promise.all(trackMany(service, 120));
    expect(answers.filter((answer) => answer === 'refused')).toHaveLength(20);
    expect(service.tracker.stats()).toMatchObject({ queued: 100, dropped: { queue_full: 20 } });
    service.server.answer = () => ({ kind: 'delivered' });
    await service.clock.turn(30_000);
    expect(service.server.names()).toEqual(Array.from({ length: 100 }, (_, i) => `e${i}`));
  });

  it('await makes the caller wait until there is room', async () => {
    const service = outage('await');
    let tracked = 0;
    const producing = (async () => {
      for (; tracked < 300; tracked += 1) await service.tracker.track(`e${tracked}`);
    })();
    await service.clock.turn(5_000);
    expect(tracked).toBe(75);
    service.server.answer = () => ({ kind: 'delivered' });
    await service.clock.turn(60_000);
    await producing;
    await service.clock.turn(5_000);
    expect(service.server.kept.size).toBe(300);
    expect(service.tracker.stats()).toMatchObject({ delivered: 300, dropped: {} });
  });

  it('maxQueueBytes is a limit, too', async () => {
    const service = openService({ maxQueueBytes: 50_000, whenFull: 'reject' });
    service.server.answer = () => ({ kind: 'retry', afterMs: 10_000 });
    for (let index = 0; index < 200; index += 1) {
      service.tracker.track('Large', { text: 'x'.repeat(1_000) });
      await service.clock.turn(0);
    }
    const { queued, dropped } = service.tracker.stats();
    expect(queued).toBeGreaterThan(30);
    expect(queued).toBeLessThan(45);
    expect(dropped.queue_full).toBe(200 - queued);
  });
});

it('drops and counts an event with the id of a queued one', async () => {
  const service = openService();
  service.tracker.track('A', {}, { messageId: 'same' });
  service.tracker.track('B', {}, { messageId: 'same' });
  expect(await sent(service)).toMatchObject([{ event: 'A' }]);
  expect(service.tracker.stats()).toMatchObject({
    accepted: 2,
    delivered: 1,
    dropped: { duplicate: 1 },
  });
});

it('plugins change and drop events', async () => {
  const service = openService({
    plugins: [
      {
        name: 'no health checks',
        enrich: (event) => (event.event === 'Health' ? null : { ...event, user_id: 'all' }),
      },
    ],
  });
  expect(await service.tracker.track('Health')).toBe('refused');
  service.tracker.track('Swap');
  expect(await sent(service)).toMatchObject([{ event: 'Swap', user_id: 'all' }]);
  expect(service.tracker.stats().dropped).toEqual({ filtered: 1 });
});
