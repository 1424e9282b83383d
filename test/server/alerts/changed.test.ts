// What waits to be sent when somebody changes its alert or deletes it.
import { expect, it } from 'vitest';
import { HOUR_MS, useAlerts } from './alerts-under-test.js';
import { answering } from './receiver.js';

const world = useAlerts();

const urlOf = (path: string) => `${world.receiver.url}${path}`;
const hooks = (...paths: string[]) => [{ type: 'webhook', value: paths.map(urlOf) }];
/** An alert whose receivers were away when something was found. */
const withWaiting = async (...paths: string[]): Promise<string> => {
  const { id } = await world.alerts.make({ recipient: hooks(...paths) });
  await world.alerts.store([{ event: 'swap' }]);
  world.receiver.script = answering(503);
  await world.alerts.turn();
  world.receiver.received.length = 0;
  world.receiver.script = answering(200);
  return id;
};
const sendAgain = async () => {
  world.alerts.clock.now += HOUR_MS;
  await world.alerts.job.run();
  return world.receiver.received.map(({ path }) => path);
};

it('a deleted alert sends nothing more', async () => {
  const id = await withWaiting('/');
  await world.alerts.call('DELETE', `/v0/alerts/${id}`);
  expect(await sendAgain()).toEqual([]);
});

it('a paused alert sends nothing more, also when it is active again', async () => {
  const id = await withWaiting('/');
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { status: 'inactive' } });
  expect(await sendAgain()).toEqual([]);
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { status: 'active' } });
  expect(await sendAgain()).toEqual([]);
  expect(await world.alerts.deliveries(id)).toMatchObject([
    { status: 'failed', error: 'The alert was paused.', next_attempt_at: null },
  ]);
});

it.each([
  [200, { status: 'delivered', error: null, response_status: 200 }],
  [503, { status: 'failed', error: 'The alert was paused.', response_status: 503 }],
])(
  'what was on its way as the alert was paused, and is answered by %i, is %j',
  async (status, end) => {
    const id = await withWaiting('/');
    const path = `/v0/alerts/${id}`;
    world.receiver.script = (response, received) =>
      void world.alerts
        .call('PATCH', path, { body: { status: 'inactive' } })
        .then(() => answering(status)(response, received));
    expect(await sendAgain()).toEqual(['/']);
    expect(await world.alerts.deliveries(id)).toMatchObject([{ ...end, next_attempt_at: null }]);
  },
);

it('a receiver that an alert names no more gets nothing more, and the others theirs', async () => {
  const id = await withWaiting('/one', '/other');
  const body = { recipient: hooks('/other', '/new') };
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body });
  expect(await sendAgain()).toEqual(['/other']);
  const [one] = (await world.alerts.deliveries(id)).filter(
    ({ target }: { target: string }) => target === urlOf('/one'),
  );
  expect(one).toMatchObject({
    status: 'failed',
    error: 'The alert names this receiver no more.',
    next_attempt_at: null,
  });
});

it('an alert that names nobody any more sends nothing more', async () => {
  const id = await withWaiting('/');
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { recipient: [] } });
  expect(await sendAgain()).toEqual([]);
});

it('an alert that names another receiver by then is not ended by the one that is gone', async () => {
  const id = await withWaiting('/gone');
  const body = { recipient: hooks('/new') };
  world.receiver.script = (response) => {
    void world.alerts
      .call('PATCH', `/v0/alerts/${id}`, { body })
      .then(() => response.writeHead(410).end());
  };
  expect(await sendAgain()).toEqual(['/gone']);
  expect((await world.alerts.call('GET', `/v0/alerts/${id}`)).body).toMatchObject({
    ...body,
    status: 'active',
  });
});

it('a receiver that is gone ends what waits for it, and nothing of others', async () => {
  const { id } = await world.alerts.make({ recipient: hooks('/gone', '/there') });
  await world.alerts.store([{ event: 'swap' }]);
  await world.alerts.turn();
  // The first alert finds the same, and both wait for the same receiver.
  const other = await withWaiting('/gone');
  world.receiver.script = (response, received) => {
    const isGone = received.json.alert.id === id && received.path === '/gone';
    answering(isGone ? 410 : 503)(response, received);
  };
  await sendAgain();
  const endsOf = async (alert: string): Promise<string[]> =>
    (await world.alerts.deliveries(alert)).map(
      ({ target, status }: { target: string; status: string }) =>
        `${target.replace(world.receiver.url, '')} ${status}`,
    );
  const ends = await endsOf(id);
  // The newest first.
  expect(ends.slice(0, 2).sort()).toEqual(['/gone failed', '/there pending']);
  expect(ends.slice(2).sort()).toEqual(['/gone delivered', '/there delivered']);
  expect(await endsOf(other)).toEqual(['/gone pending']);
});

it('a test of an alert that is deleted while the receiver takes its time finds no alert', async () => {
  const { id } = await world.alerts.make({ recipient: hooks('/') });
  world.receiver.script = (response, received) =>
    void world.alerts
      .call('DELETE', `/v0/alerts/${id}`)
      .then(() => answering(200)(response, received));
  expect(await world.alerts.call('POST', `/v0/alerts/${id}/test`)).toMatchObject({ status: 404 });
});

it('two changes at once leave no filters of one with the type of the other', async () => {
  const balance = (value: string) => [{ name: 'balance', value }];
  const { id } = await world.alerts.make({ trigger_type: 'user', trigger_filters: balance('1') });
  const changes = [
    { trigger_filters: balance('2') },
    { trigger_type: 'event', trigger_filters: [{ name: 'event', value: 'swap' }] },
  ];
  await Promise.all(
    changes.map((body) => world.alerts.call('PATCH', `/v0/alerts/${id}`, { body })),
  );
  const { body } = await world.alerts.call('GET', `/v0/alerts/${id}`);
  const kinds = { user: 'balance', event: 'event' } as Record<string, string>;
  expect(body.trigger_filters).toMatchObject([{ name: kinds[body.trigger_type] }]);
});
