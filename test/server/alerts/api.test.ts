// Alerts over HTTP: create, list, read, update, delete, validate, and never those of another workspace.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Chaintrail } from '../../../src/client/index.js';
import { createCleanup } from '../../support/cleanup.js';
import { type AlertsUnderTest, startAlerts } from './alerts-under-test.js';

const cleanUp = createCleanup();
let alerts: AlertsUnderTest;

beforeAll(async () => {
  alerts = await startAlerts({ settings: { everySeconds: 300, allowPrivate: false } });
  cleanUp(alerts.close);
});

beforeEach(() => alerts.database.query('DELETE FROM alerts'));

const call = (...given: Parameters<AlertsUnderTest['call']>) => alerts.call(...given);
const FILTER = { name: 'event', value: 'swap' };
const create = (changes: object, project = 'prj_1') =>
  call('POST', `/v0/alerts?project_id=${project}`, {
    body: { name: 'a', trigger_type: 'event', trigger_filters: [FILTER], ...changes },
  });

describe('an alert', () => {
  it('is active once created, returned in an envelope by POST, and without it by GET', async () => {
    const recipient = [{ type: 'webhook', value: ['https://example.com/hook'] }];
    const made = await create({ recipient, secret: 'whsec' });
    expect(made).toEqual({
      status: 201,
      body: {
        isSuccess: true,
        data: {
          id: expect.stringMatching(/^alrt_[0-9a-f]{24}$/),
          name: 'a',
          created_at: expect.any(String),
          updated_at: null,
          trigger_type: 'event',
          status: 'active',
          trigger_filters: [{ name: 'event', operator: 'eq', value: 'swap' }],
          recipient,
          project_id: 'prj_1',
          has_secret: true,
        },
      },
    });
    const { data } = made.body;
    expect(await call('GET', `/v0/alerts/${data.id}`)).toEqual({ status: 200, body: data });
    expect((await call('GET', '/v0/alerts/')).body).toEqual({
      data: [data],
      total: 1,
      page: 1,
      size: 100,
      has_more: false,
    });
  });

  it('needs no recipient and no secret', async () => {
    expect((await create({})).body.data).toMatchObject({ recipient: [], has_secret: false });
  });

  it('keeps no unknown keys of a recipient', async () => {
    const recipient = [{ type: 'webhook', value: ['https://example.com/hook'] }];
    const noted = recipient.map((one) => ({ ...one, note: 'x' }));
    const { data } = (await create({ recipient: noted })).body;
    expect(data.recipient).toEqual(recipient);
    const changed = await call('PATCH', `/v0/alerts/${data.id}`, { body: { recipient: noted } });
    expect(changed.body.data.recipient).toEqual(recipient);
  });

  it('accepts field and op instead of name and operator', async () => {
    const trigger_filters = [
      { field: 'type', op: 'notEmpty' },
      { name: 'os', field: 'os', operator: 'neq', op: 'neq', value: 'ios' },
      { name: 'volume', operator: 'gte', value: '', numericThreshold: '10.5' },
    ];
    expect((await create({ trigger_filters })).body.data.trigger_filters).toEqual([
      { name: 'type', operator: 'notEmpty', value: '' },
      { name: 'os', operator: 'neq', value: 'ios' },
      { name: 'volume', operator: 'gte', value: '', numericThreshold: '10.5' },
    ]);
  });

  it('is changed by PATCH in the given fields only', async () => {
    const { id } = (await create({ secret: 's' })).body.data;
    const change = async (body: object) => (await call('PATCH', `/v0/alerts/${id}`, { body })).body;
    expect(await change({ status: 'inactive' })).toMatchObject({
      isSuccess: true,
      data: { status: 'inactive', name: 'a', has_secret: true, updated_at: expect.any(String) },
    });
    expect((await change({ name: 'b', status: 'active' })).data).toMatchObject({
      name: 'b',
      status: 'active',
    });
    expect((await change({ secret: null })).data.has_secret).toBe(false);
    expect((await change({ secret: 't' })).data.has_secret).toBe(true);
    const both = { trigger_type: 'user', trigger_filters: [{ name: 'balance', value: '1' }] };
    expect((await change(both)).data).toMatchObject({ ...both, recipient: [] });
    expect(await call('PATCH', `/v0/alerts/${id}`, { body: { colour: 'red' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', param: 'body' } },
    });
    // Filters of events are not valid for an alert on wallets.
    const toEvent = { body: { trigger_type: 'event', trigger_filters: [FILTER] } };
    await call('PATCH', `/v0/alerts/${id}`, toEvent);
    expect(
      await call('PATCH', `/v0/alerts/${id}`, { body: { trigger_type: 'user' } }),
    ).toMatchObject({
      status: 400,
      body: { error: { param: 'body.trigger_filters.0.name' } },
    });
    // In an alert on events, `segment` is the name of any property.
    const ofProperty = { trigger_filters: [{ name: 'segment', value: 'seg_none' }] };
    expect(await change(ofProperty)).toMatchObject({ isSuccess: true });
    expect(
      await call('PATCH', `/v0/alerts/${id}`, { body: { trigger_type: 'user' } }),
    ).toMatchObject({
      status: 400,
      body: { error: { param: 'body.trigger_filters.0.value' } },
    });
  });

  it('is replaced by PUT, except for its status and a secret that is not given', async () => {
    const { id } = (await create({ secret: 's' })).body.data;
    await call('PATCH', `/v0/alerts/${id}`, { body: { status: 'inactive' } });
    const body = {
      name: 'new',
      trigger_type: 'user',
      trigger_filters: [{ name: 'os', value: 'ios' }],
    };
    expect(await call('PUT', `/v0/alerts/${id}`, { body })).toMatchObject({
      status: 200,
      body: { id, name: 'new', trigger_type: 'user', status: 'inactive', has_secret: true },
    });
    expect((await call('PUT', `/v0/alerts/${id}`, { body: { name: 'x' } })).status).toBe(400);
  });

  it('is deleted, and is 404 afterwards', async () => {
    const { id } = (await create({})).body.data;
    expect(await call('DELETE', `/v0/alerts/${id}`)).toEqual({ status: 204, body: undefined });
    for (const method of ['GET', 'DELETE']) {
      expect((await call(method, `/v0/alerts/${id}`)).status).toBe(404);
    }
  });

  it('is created once per idempotency key', async () => {
    const sent = {
      body: { name: 'a', trigger_type: 'event', trigger_filters: [FILTER] },
      headers: { 'idempotency-key': 'one' },
    };
    const address = '/v0/alerts?project_id=prj_1';
    const [first, second] = [await call('POST', address, sent), await call('POST', address, sent)];
    expect(second).toEqual(first);
    expect((await call('GET', '/v0/alerts')).body.total).toBe(1);
  });
});

describe('refuses', () => {
  it.each<[object, string]>([
    [{ name: '' }, 'body.name'],
    [{ trigger_type: 'time' }, 'body.trigger_type'],
    [{ trigger_filters: [] }, 'body.trigger_filters'],
    [{ trigger_filters: [{ value: 'x' }] }, 'body.trigger_filters.0.name'],
    [{ trigger_filters: [FILTER, { name: 'event' }] }, 'body.trigger_filters.1.value'],
    [{ trigger_filters: [{ name: 'event', value: '' }] }, 'body.trigger_filters.0.value'],
    [{ trigger_filters: [{ ...FILTER, operator: 'like' }] }, 'body.trigger_filters.0.operator'],
    [{ trigger_filters: [{ ...FILTER, operator: 'gt' }] }, 'body.trigger_filters.0.operator'],
    [{ trigger_filters: [{ ...FILTER, colour: 'red' }] }, 'body.trigger_filters.0.colour'],
    [{ trigger_filters: [{ ...FILTER, field: 'type' }] }, 'body.trigger_filters.0.name'],
    [
      { trigger_filters: [{ ...FILTER, operator: 'eq', op: 'neq' }] },
      'body.trigger_filters.0.operator',
    ],
    [
      { trigger_filters: [{ name: 'volume', operator: 'gt', numericThreshold: 'many' }] },
      'body.trigger_filters.0.numericThreshold',
    ],
    [
      { trigger_filters: [{ ...FILTER, numericThreshold: '1' }] },
      'body.trigger_filters.0.numericThreshold',
    ],
    [
      { trigger_type: 'user', trigger_filters: [{ name: 'colour', value: 'x' }] },
      'body.trigger_filters.0.name',
    ],
    [
      { trigger_type: 'user', trigger_filters: [{ name: 'os', operator: 'gt', value: 'x' }] },
      'body.trigger_filters.0.operator',
    ],
    [
      { trigger_type: 'user', trigger_filters: [{ name: 'balance', value: 'x' }] },
      'body.trigger_filters.0.value',
    ],
    [
      { trigger_type: 'user', trigger_filters: [{ name: 'lifecycle', value: 'Old' }] },
      'body.trigger_filters.0.value',
    ],
    [
      { trigger_type: 'user', trigger_filters: [{ name: 'segment', value: 'seg_none' }] },
      'body.trigger_filters.0.value',
    ],
    [{ recipient: [{ type: 'fax', value: [] }] }, 'body.recipient.0.type'],
    [{ recipient: [{ type: 'email', value: ['a b@c'] }] }, 'body.recipient.0.value.0'],
    [{ recipient: [{ type: 'slack', value: ['ftp://x'] }] }, 'body.recipient.0.value.0'],
    [{ recipient: [{ type: 'webhook', value: ['https://u:p@x.io'] }] }, 'body.recipient.0.value.0'],
    [{ recipient: [{ type: 'webhook', value: ['http://10.0.0.1/'] }] }, 'body.recipient.0.value.0'],
    [{ secret: '' }, 'body.secret'],
  ])('%j', async (changes, param) => {
    expect(await create(changes)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'INVALID_VALIDATION_REQUEST',
          param,
          details: { [param]: expect.any(String) },
        },
      },
    });
  });

  it.each([
    ['neq', 'isEmpty or notEmpty'],
    ['gte', 'give a number'],
  ])('an empty value with %s, and suggests what to use instead', async (operator, remedy) => {
    const { body } = await create({ trigger_filters: [{ name: 'volume', operator, value: '' }] });
    expect(body.error.message).toContain(remedy);
  });

  it.each(['page=0', 'size=201', 'size=x'])('a list with %s', async (query) => {
    expect((await call('GET', `/v0/alerts?${query}`)).status).toBe(400);
  });

  it('deliveries with an unknown status', async () => {
    const { id } = (await create({})).body.data;
    expect((await call('GET', `/v0/alerts/${id}/deliveries?status=lost`)).status).toBe(400);
  });
});

it('a list has pages, newest first, and can be limited to one project', async () => {
  for (const name of ['a', 'b', 'c']) await create({ name });
  await create({ name: 'other' }, 'prj_2');
  const names = async (query: string) => {
    const { body } = await call('GET', `/v0/alerts?${query}`);
    return [body.data.map(({ name }: { name: string }) => name), body.total, body.has_more];
  };
  expect(await names('project_id=prj_1&size=2')).toEqual([['c', 'b'], 3, true]);
  expect(await names('project_id=prj_1&size=2&page=2')).toEqual([['a'], 3, false]);
  expect(await names('')).toEqual([['other', 'c', 'b', 'a'], 4, false]);
});

it('an alert of another workspace is 404 in every operation', async () => {
  expect((await create({}, 'prj_3')).status).toBe(404);
  await alerts.database.query(
    `INSERT INTO alerts (id, project_id, name, trigger_type, trigger_filters, recipient, looks_from,
       looked_until, evaluated_at)
     VALUES ('alrt_x', 'prj_3', 'x', 'event', '[]', '[]', now(), now(), now())`,
  );
  const body = { name: 'mine', trigger_type: 'event', trigger_filters: [FILTER] };
  for (const [method, path, given] of [
    ['GET', ''],
    ['PATCH', '', { body }],
    ['PUT', '', { body }],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const) {
    const answer = await call(method, `/v0/alerts/alrt_x${path}`, given);
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
  expect((await call('GET', '/v0/alerts')).body.total).toBe(0);
  expect((await call('GET', '/v0/alerts?project_id=prj_3')).status).toBe(404);
});

it('the client has all operations, and unwraps the envelope', async () => {
  const client = new Chaintrail({ apiKey: alerts.app.apiKey, baseURL: alerts.app.url });
  const made = await client.alerts.create({
    project_id: 'prj_1',
    name: 'a',
    trigger_type: 'event',
    trigger_filters: [FILTER],
  });
  expect(await client.alerts.retrieve(made.id)).toEqual(made);
  expect(await client.alerts.update(made.id, { status: 'inactive' })).toMatchObject({
    id: made.id,
    status: 'inactive',
  });
  const body = { name: 'b', trigger_type: 'event' as const, trigger_filters: [FILTER] };
  expect(await client.alerts.replace(made.id, body)).toMatchObject({ name: 'b' });
  const read = await client.alerts.retrieve(made.id);
  expect(await client.alerts.replace(made.id, { ...read, name: 'c' })).toMatchObject({
    ...made,
    name: 'c',
    status: 'inactive',
    updated_at: expect.any(String),
  });
  expect(await client.alerts.list().toArray({ limit: 9 })).toHaveLength(1);
  expect(await client.alerts.test(made.id)).toEqual([]);
  expect(await client.alerts.deliveries(made.id).toArray({ limit: 9 })).toEqual([]);
  await client.alerts.delete(made.id);
  await expect(client.alerts.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
});
