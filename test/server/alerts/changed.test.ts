// Pending deliveries when their alert is changed or deleted.
import { expect, it } from 'vitest';
import { HOUR_MS, useAlerts } from './alerts-under-test.js';
import { answering } from './receiver.js';

const world = useAlerts();

const urlOf = (path: string) => `${world.receiver.url}${path}`;
const hooks = (...paths: string[]) => [{ type: 'webhook', value: paths.map(urlOf) }];
/** An alert with pending deliveries, because its receivers were unavailable. */
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

it('a paused alert drops its pending deliveries, also when it is activated again', async () => {
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
  'a delivery in progress when the alert is paused, answered with %i, ends as %j',
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

it('a removed receiver gets nothing more, and the others get their deliveries', async () => {
  const id = await withWaiting('/one', '/other');
  const body = { recipient: hooks('/other', '/new') };
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body });
  expect(await sendAgain()).toEqual(['/other']);
  const [one] = (await world.alerts.deliveries(id)).filter(
    ({ target }: { target: string }) => target === urlOf('/one'),
  );
  expect(one).toMatchObject({
    status: 'failed',
    error: 'The alert no longer has this recipient.',
    next_attempt_at: null,
  });
});

it('an alert without receivers sends nothing more', async () => {
  const id = await withWaiting('/');
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { recipient: [] } });
  expect(await sendAgain()).toEqual([]);
});

it('a 410 of a receiver that was replaced meanwhile does not deactivate the alert', async () => {
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

it('a 410 ends the pending deliveries of this alert to this receiver, and no others', async () => {
  const { id } = await world.alerts.make({ recipient: hooks('/gone', '/there') });
  await world.alerts.store([{ event: 'swap' }]);
  await world.alerts.turn();
  // The first alert matches as well, so both have a pending delivery to the same receiver.
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
  // The list has the newest first.
  expect(ends.slice(0, 2).sort()).toEqual(['/gone failed', '/there pending']);
  expect(ends.slice(2).sort()).toEqual(['/gone delivered', '/there delivered']);
  expect(await endsOf(other)).toEqual(['/gone pending']);
});

it('a test of an alert that is deleted meanwhile is 404', async () => {
  const { id } = await world.alerts.make({ recipient: hooks('/') });
  world.receiver.script = (response, received) =>
    void world.alerts
      .call('DELETE', `/v0/alerts/${id}`)
      .then(() => answering(200)(response, received));
  expect(await world.alerts.call('POST', `/v0/alerts/${id}/test`)).toMatchObject({ status: 404 });
});

it('two parallel changes never combine the type of one with the filters of the other', async () => {
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
