// How matches reach receivers: signed, retried, given up, and logged.
import { describe, expect, it } from 'vitest';
import { createWebhooks } from '../../../src/client/webhooks.js';
import { createDeliveryStore } from '../../../src/server/alerts/deliver/delivery-store.js';
import { retryDelayMs } from '../../../src/server/alerts/deliver/retry-delay.js';
import { HOUR_MS, useAlerts } from './alerts-under-test.js';
import { answering } from './receiver.js';

const world = useAlerts();

const hook = (path = '') => [{ type: 'webhook', value: [`${world.receiver.url}${path}`] }];
/** An alert with a match that was not sent yet. */
const withMatch = async (changes: object = {}): Promise<string> => {
  const { id } = await world.alerts.make({ recipient: hook(), ...changes });
  await world.alerts.store([{ event: 'swap' }]);
  return id;
};
const only = async (id: string) => {
  const deliveries = await world.alerts.deliveries(id);
  expect(deliveries).toHaveLength(1);
  return deliveries[0];
};

describe('a webhook', () => {
  it.each([
    'whsec_für alle',
    `whsec_${Buffer.from('a key of 24 bytes or more').toString('base64')}`,
  ])('is signed in both forms that the client verifies, with the secret %s', async (secret) => {
    await withMatch({ secret });
    await world.alerts.turn();
    const [{ headers = {}, text = '', json } = {}] = world.receiver.received;
    const { unwrap } = createWebhooks(() => world.alerts.clock.now);
    expect(await unwrap(text, headers, secret)).toEqual(json);
    expect(headers['webhook-id']).toBe(json.id);
    const { 'webhook-signature': standard, ...plainForm } = headers;
    const { 'x-webhook-signature': plain, ...standardForm } = headers;
    expect([typeof standard, typeof plain]).toEqual(['string', 'string']);
    expect(await unwrap(text, plainForm, secret)).toEqual(json);
    expect(await unwrap(text, standardForm, secret)).toEqual(json);
    const refused = { name: 'WebhookSignatureError' };
    await expect(unwrap(text, headers, 'another')).rejects.toMatchObject(refused);
    await expect(unwrap(`${text} `, headers, secret)).rejects.toMatchObject(refused);
    await expect(
      unwrap(text, { ...standardForm, 'webhook-id': 'dlv_0' }, secret),
    ).rejects.toMatchObject(refused);
    const later = createWebhooks(() => world.alerts.clock.now + 300_000);
    await expect(later.unwrap(text, headers, secret)).rejects.toMatchObject(refused);
  });

  it('without a secret is not signed', async () => {
    await withMatch();
    await world.alerts.turn();
    expect(Object.keys(world.receiver.received[0]?.headers ?? {})).not.toContain(
      'webhook-signature',
    );
  });

  it.each([408, 429, 500, 503])(
    'that answers %i is sent again unchanged, with a new timestamp',
    async (status) => {
      const id = await withMatch({ secret: 's' });
      world.receiver.script = answering(status, {}, 'not\u0000 now');
      await world.alerts.turn();
      expect(await only(id)).toMatchObject({
        status: 'pending',
        attempts: 1,
        response_status: status,
        response_excerpt: 'not now',
        error: `The receiver answered ${status}.`,
        next_attempt_at: new Date(world.alerts.clock.now + 31_000).toISOString(),
        finished_at: null,
      });
      world.alerts.clock.now += 30_999;
      await world.alerts.job.run();
      expect(world.receiver.received).toHaveLength(1);
      world.receiver.script = answering(204);
      world.alerts.clock.now += 1;
      await world.alerts.job.run();
      const [first, second] = world.receiver.received;
      expect(second?.text).toBe(first?.text);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
      expect(await only(id)).toMatchObject({ status: 'delivered', attempts: 2, error: null });
    },
  );

  it('waits as long as Retry-After says', async () => {
    const id = await withMatch();
    world.receiver.script = answering(429, { 'retry-after': '3600' });
    await world.alerts.turn();
    const at = new Date(world.alerts.clock.now + HOUR_MS).toISOString();
    expect((await only(id)).next_attempt_at).toBe(at);
  });

  it('is given up after eight attempts', async () => {
    const id = await withMatch();
    world.receiver.script = answering(500);
    await world.alerts.turn();
    for (let attempt = 2; attempt <= 9; attempt++) {
      world.alerts.clock.now += 7 * HOUR_MS;
      await world.alerts.job.run();
    }
    expect(world.receiver.received).toHaveLength(8);
    expect(await only(id)).toMatchObject({
      status: 'failed',
      attempts: 8,
      next_attempt_at: null,
      finished_at: expect.any(String),
    });
  });

  it.each([302, 400, 401, 404])('that answers %i is not sent again', async (status) => {
    const id = await withMatch();
    world.receiver.script = answering(status, { location: `${world.receiver.url}/elsewhere` });
    await world.alerts.turn();
    expect(world.receiver.received.map(({ path }) => path)).toEqual(['/']);
    expect(await only(id)).toMatchObject({ status: 'failed', response_status: status });
  });

  it('that answers 410 deactivates the alert, and ends its pending deliveries', async () => {
    const id = await withMatch();
    world.receiver.script = answering(503);
    await world.alerts.turn();
    await world.alerts.store([{ event: 'swap' }]);
    world.receiver.script = answering(410);
    await world.alerts.turn();
    const statuses = (await world.alerts.deliveries(id)).map(
      ({ status }: { status: string }) => status,
    );
    expect(statuses).toEqual(['failed', 'failed']);
    expect((await world.alerts.call('GET', `/v0/alerts/${id}`)).body.status).toBe('inactive');
    await world.alerts.store([{ event: 'swap' }]);
    const before = world.receiver.received.length;
    await world.alerts.turn();
    expect(world.receiver.received).toHaveLength(before);
  });

  it('that does not answer is retried', async () => {
    const id = await withMatch();
    world.receiver.script = () => {};
    await world.alerts.turn(world.alerts.compose({ timeoutMs: 1_000 }).job);
    expect(await only(id)).toMatchObject({ status: 'pending', error: 'No answer within 1 s.' });
  });

  it('that cannot be reached is retried', async () => {
    // Nobody listens on this port, which only root could.
    const id = await withMatch({
      recipient: [{ type: 'webhook', value: ['http://127.0.0.1:1/'] }],
    });
    await world.alerts.turn();
    expect(await only(id)).toMatchObject({
      status: 'pending',
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('that answers with an upgrade of the protocol fails', async () => {
    const id = await withMatch();
    world.receiver.script = answering(101, { connection: 'upgrade', upgrade: 'websocket' });
    await world.alerts.turn();
    expect(await only(id)).toMatchObject({ status: 'failed', response_status: 101 });
  });

  it('may answer endlessly, and only the beginning is stored', async () => {
    const id = await withMatch();
    world.receiver.script = (response) => {
      const more = () => {
        while (!response.destroyed && response.write('<p>endless</p>'.repeat(1_000))) {
          // Writes until the socket is full.
        }
      };
      response.on('drain', more);
      more();
    };
    await world.alerts.turn();
    const { status, response_excerpt } = await only(id);
    expect([status, response_excerpt.length]).toEqual(['delivered', 200]);
  });
});

describe('several', () => {
  it('recipients get one delivery each, without duplicates', async () => {
    const id = await withMatch({
      recipient: [
        {
          type: 'webhook',
          value: [`${world.receiver.url}/a`, `${world.receiver.url}/b`, `${world.receiver.url}/a`],
        },
        { type: 'slack', value: [`${world.receiver.url}/slack`] },
      ],
    });
    world.receiver.script = (response, { path }) =>
      answering(path === '/a' ? 500 : 200)(response, {} as never);
    await world.alerts.turn();
    expect(world.receiver.received.map(({ path }) => path).sort()).toEqual(['/a', '/b', '/slack']);
    const log = await world.alerts.deliveries(id);
    expect(new Set(log.map((one: { id: string }) => one.id)).size).toBe(3);
    const failed = await world.alerts.call(
      'GET',
      `/v0/alerts/${id}/deliveries?status=pending&size=1`,
    );
    expect(failed.body).toMatchObject({ total: 1, data: [{ target: `${world.receiver.url}/a` }] });
  });

  it('processes send each delivery and each match once', async () => {
    const id = await withMatch();
    const [one, two] = [world.alerts.compose(), world.alerts.compose()];
    world.alerts.clock.now += 300_000;
    await Promise.all([one.job.run(), two.job.run(), world.alerts.job.run()]);
    expect(world.receiver.received).toHaveLength(1);
    expect(await only(id)).toMatchObject({ status: 'delivered', attempts: 1 });
  });
});

describe('a process that dies', () => {
  it('between claiming a delivery and sending it leaves it to another, which sends it with the same id', async () => {
    const id = await withMatch();
    world.receiver.script = answering(503);
    await world.alerts.turn();
    world.receiver.script = answering(200);
    world.alerts.clock.now += 31_000;
    const at = (ms: number) => new Date(world.alerts.clock.now + ms).toISOString();
    const taken = await createDeliveryStore(world.alerts.database).claim(at(0), at(120_000), 10);
    expect(taken).toHaveLength(1);
    await world.alerts.job.run();
    expect(world.receiver.received).toHaveLength(1);
    world.alerts.clock.now += 120_000;
    await world.alerts.job.run();
    expect(world.receiver.received.map(({ json }) => json.id)).toEqual([
      taken[0]?.id,
      taken[0]?.id,
    ]);
    expect(await only(id)).toMatchObject({ status: 'delivered', attempts: 3 });
  });

  it('during a delivery releases it when it is stopped', async () => {
    const id = await withMatch();
    const dying = world.alerts.compose({ timeoutMs: 60_000 });
    world.alerts.clock.now += 300_000;
    const asked = new Promise<void>((resolve) => {
      world.receiver.script = () => resolve();
    });
    const running = dying.job.run();
    await asked;
    await dying.job.close();
    await running;
    expect(await only(id)).toMatchObject({ status: 'pending', attempts: 0 });
    world.receiver.script = answering(200);
    await world.alerts.job.run();
    const [first, second] = world.receiver.received;
    expect(second?.json).toEqual(first?.json);
    expect((await only(id)).status).toBe('delivered');
  });
});

describe('a test', () => {
  it('is sent to every recipient at once, also for an inactive alert, and is logged', async () => {
    const { id } = await world.alerts.make({ recipient: hook('/test'), secret: 's' });
    await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { status: 'inactive' } });
    const { status, body } = await world.alerts.call('POST', `/v0/alerts/${id}/test`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { alert_id: id, status: 'delivered', test: true, attempts: 1, matches: 1 },
    ]);
    expect(world.receiver.received).toMatchObject([
      { path: '/test', json: { id: body.data[0].id, test: true, data: [{ event: 'test' }] } },
    ]);
    expect(await world.alerts.deliveries(id)).toEqual(body.data);
  });

  it('is not retried, and does not deactivate the alert', async () => {
    const { id } = await world.alerts.make({ recipient: hook() });
    world.receiver.script = answering(410);
    const { body } = await world.alerts.call('POST', `/v0/alerts/${id}/test`);
    expect(body.data).toMatchObject([{ status: 'failed', response_status: 410 }]);
    await world.alerts.turn();
    expect(world.receiver.received).toHaveLength(1);
    expect((await world.alerts.call('GET', `/v0/alerts/${id}`)).body.status).toBe('active');
  });
});

it('retry delays grow fourfold up to six hours, with jitter', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7].map((attempts) =>
    retryDelayMs(attempts, undefined, () => 1),
  );
  expect(longest.map((ms) => (ms - 1_000) / 1_000)).toEqual([
    30, 120, 480, 1_920, 7_680, 21_600, 21_600,
  ]);
  expect(retryDelayMs(7, undefined, () => 0)).toBe(1_000);
  expect(retryDelayMs(1, 90_000)).toBe(90_000);
  expect(retryDelayMs(1, 1e12)).toBe(6 * HOUR_MS);
  expect(retryDelayMs(1, 0)).toBe(1_000);
});
