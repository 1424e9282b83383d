// Contracts: register, list, read, replace, delete, validate, and never those of another workspace.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { OWN_CHAIN, startContracts } from './contracts-under-test.js';

const cleanUp = createCleanup();
let contracts: Awaited<ReturnType<typeof startContracts>>;

beforeAll(async () => {
  contracts = await startContracts();
  cleanUp(contracts.close);
});

beforeEach(async () => {
  contracts.changed.length = 0;
  await contracts.database.query('DELETE FROM contracts');
});

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const PATH = `/v0/contracts/1/${ADDRESS}`;
const input = (name: string, type: string, indexed = false) => ({ name, type, indexed });
const TRANSFER = {
  type: 'event',
  name: 'Transfer',
  inputs: [input('from', 'address', true), input('to', 'address', true), input('value', 'uint256')],
};
const CALL = { type: 'function', name: 'f', inputs: [], outputs: [], stateMutability: 'view' };
const BYTES = { ...TRANSFER, inputs: [input('data', 'bytes')] };
const TOKEN = {
  name: 'Token',
  chain: 1,
  address: ADDRESS,
  abi: JSON.stringify([CALL, TRANSFER]),
  events: [{ name: 'Transfer' }],
};

const call = (...given: Parameters<typeof contracts.call>) => contracts.call(...given);
const create = (body: object = TOKEN, project = 'prj_1') =>
  call('POST', `/v0/contracts?project_id=${project}`, { body });
const replace = (body: object, path = PATH) => call('PUT', path, { body });

describe('a contract', () => {
  it('is registered, read, listed and deleted', async () => {
    const made = await create({ ...TOKEN, address: ADDRESS.toLowerCase(), start_block: 7 });
    expect(made).toEqual({
      status: 201,
      body: {
        ...TOKEN,
        project_id: 'prj_1',
        events: [{ anonymous: false, ...TRANSFER }],
        start_block: 7,
        read_to_block: 6,
        read_error: null,
        created_at: expect.any(String),
        updated_at: null,
      },
    });
    expect(contracts.changed).toEqual([1]);
    for (const address of [ADDRESS, ADDRESS.toLowerCase(), `0X${ADDRESS.slice(2).toUpperCase()}`]) {
      const read = await call('GET', `/v0/contracts/1/${address}`);
      expect(read).toEqual({ status: 200, body: made.body });
    }
    expect((await call('GET', '/v0/contracts')).body).toMatchObject({
      data: [made.body],
      total: 1,
      has_more: false,
    });
    expect(await call('DELETE', PATH)).toEqual({ status: 204, body: undefined });
    expect((await call('DELETE', PATH)).status).toBe(404);
    expect((await call('GET', PATH)).status).toBe(404);
  });

  it('can be registered once per chain and project', async () => {
    await create();
    expect(await create({ ...TOKEN, address: ADDRESS.toLowerCase() })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    });
    expect((await create({ ...TOKEN, chain: 137 })).status).toBe(201);
    expect((await create(TOKEN, 'prj_2')).status).toBe(201);
    expect(await call('GET', PATH)).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', param: 'query.project_id' } },
    });
    const named = await call('GET', `${PATH}?project_id=prj_2`);
    expect(named.body.project_id).toBe('prj_2');
  });

  it('is created once per idempotency key', async () => {
    const sent = { body: TOKEN, headers: { 'idempotency-key': 'one' } };
    const path = '/v0/contracts?project_id=prj_1';
    expect(await call('POST', path, sent)).toEqual(await call('POST', path, sent));
    expect((await call('GET', '/v0/contracts')).body.total).toBe(1);
  });

  it('has a read_error when its chain has no RPC URL', async () => {
    const { body } = await create({ ...TOKEN, chain: 137 });
    expect(body.read_error).toContain('RPC_URL_137');
    expect((await create({ ...TOKEN, chain: OWN_CHAIN })).body.read_error).toBe(null);
  });

  it('has no start_block unless given, and no read_to_block before the first block is read', async () => {
    const { body } = await create();
    expect(body).not.toHaveProperty('start_block');
    expect(body.read_to_block).toBe(null);
    expect((await replace({ ...TOKEN, start_block: 0 })).body.read_to_block).toBe(null);
  });
});

describe('is refused', () => {
  const bad = 'INVALID_VALIDATION_REQUEST';
  it.each([
    [{ name: '' }, bad, 'body.name'],
    [{ name: undefined }, bad, 'body.name'],
    [{ chain: '1' }, bad, 'body.chain'],
    [{ chain: 987_654_322 }, 'INVALID_CHAIN_ID', 'body.chain'],
    [{ chain: 0 }, 'INVALID_CHAIN_ID', 'body.chain'],
    [{ chain: -1 }, 'INVALID_CHAIN_ID', 'body.chain'],
    [{ chain: 1e300 }, 'INVALID_CHAIN_ID', 'body.chain'],
    [{ address: '0x12' }, 'BAD_REQUEST', 'body.address'],
    [{ address: undefined }, bad, 'body.address'],
    [{ start_block: -1 }, bad, 'body.start_block'],
    [{ start_block: 1.5 }, bad, 'body.start_block'],
    [{ abi: [TRANSFER] }, bad, 'body.abi'],
    [{ abi: 'no JSON' }, bad, 'body.abi'],
    [{ abi: '{}' }, bad, 'body.abi'],
    [{ events: undefined }, bad, 'body.events'],
    [{ events: Array(11).fill({ name: 'Transfer' }) }, bad, 'body.events'],
    [{ events: [{}] }, bad, 'body.events.0.name'],
    [{ events: [{ name: 'Transfer', type: 'function' }] }, bad, 'body.events.0.type'],
    [{ events: [{ name: 'Approval' }] }, bad, 'body.events.0'],
    [{ events: [{ name: 'f' }] }, bad, 'body.events.0'],
    [{ events: [{ name: 'Transfer' }, { name: 'Transfer' }] }, bad, 'body.events.1'],
    [{ events: [BYTES] }, bad, 'body.events.0'],
    [{ events: [{ ...TRANSFER, inputs: [{ type: 'uint7' }] }] }, bad, 'body.events.0.inputs'],
    [{ events: [{ ...TRANSFER, anonymous: true }] }, bad, 'body.events.0'],
  ])('%j', async (fields, code, param) => {
    expect(await create({ ...TOKEN, ...fields })).toMatchObject({
      status: 400,
      body: { error: { code, param } },
    });
    expect((await call('GET', '/v0/contracts')).body.total).toBe(0);
  });

  it.each([
    [5, 'body.abi.1', 'an object'],
    [null, 'body.abi.1', 'an object'],
    ['event A()', 'body.abi.1', 'an object'],
    [{ type: 'modifier' }, 'body.abi.1', 'types function, event'],
    [{ ...TRANSFER, inputs: [input('a', 'uint257')] }, 'body.abi.1', 'event "Transfer"'],
    [{ ...TRANSFER, inputs: 'x' }, 'body.abi.1', 'event "Transfer"'],
    [{ ...CALL, name: 'a b' }, 'body.abi.1', 'function "a b"'],
    [{ ...TRANSFER, inputs: [{ type: 'tuple' }] }, 'body.abi.1', 'event "Transfer"'],
  ])('an ABI with the entry %j, named by its index', async (entry, place, message) => {
    const { status, body } = await create({ ...TOKEN, abi: JSON.stringify([TRANSFER, entry]) });
    expect([status, body.error.code, body.error.param]).toEqual([400, bad, 'body.abi']);
    expect(body.error.details[place]).toContain(message);
  });

  it.each([
    [input('all', 'uint256[4294967295]'), 'uint256[4294967295]'],
    [input('all', 'uint8[40][][26]'), 'uint8[40][][26]'],
    [input('all', 'uint8[0][]'), 'uint8[0][]'],
    [{ type: 'tuple[]', name: 'all', components: [] }, '()[]'],
  ])('an event with an array that decodes to too many values: %j', async (one, type) => {
    const abi = JSON.stringify([{ ...TRANSFER, inputs: [one] }]);
    const { status, body } = await create({ ...TOKEN, abi });
    expect([status, body.error.code, body.error.param]).toEqual([400, bad, 'body.events.0']);
    expect(body.error.message).toContain(`the input "all" of the type ${type}`);
  });

  it('no event with an array of the largest size', async () => {
    const abi = JSON.stringify([{ ...TRANSFER, inputs: [input('all', 'uint8[40][][25]')] }]);
    expect((await create({ ...TOKEN, abi })).status).toBe(201);
  });

  it.each([120, 2_500])('an ABI that is nested %i levels deep', async (levels) => {
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const abi = JSON.stringify([TRANSFER]).replace('"type":"event"', `$&,"more":${deep}`);
    const { status, body } = await create({ ...TOKEN, abi });
    expect([status, body.error.param]).toEqual([400, 'body.abi']);
    expect(body.error.message).toContain('deeper than 100 levels');
  });

  it('a name of several events, unless inputs are given', async () => {
    const abi = JSON.stringify([TRANSFER, BYTES]);
    expect((await create({ ...TOKEN, abi })).body.error.message).toContain('add its inputs');
    const made = await create({ ...TOKEN, abi, events: [BYTES, TRANSFER] });
    expect(made.body.events).toEqual([
      { anonymous: false, ...BYTES },
      { anonymous: false, ...TRANSFER },
    ]);
  });

  it('an invalid chain id and an invalid address in the path', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const sent = method === 'PUT' ? { body: TOKEN } : {};
      for (const [path, code] of [
        [`/v0/contracts/mainnet/${ADDRESS}`, 'INVALID_CHAIN_ID'],
        [`/v0/contracts/0/${ADDRESS}`, 'INVALID_CHAIN_ID'],
        [`/v0/contracts/99999999999999999999/${ADDRESS}`, 'INVALID_CHAIN_ID'],
        ['/v0/contracts/1/0x12', 'BAD_REQUEST'],
      ] as const) {
        const { status, body } = await call(method, path, sent);
        expect([method, path, status, body.error.code]).toEqual([method, path, 400, code]);
      }
    }
  });
});

describe('a replacement', () => {
  it('replaces everything except chain and address', async () => {
    await create({ ...TOKEN, start_block: 7 });
    const abi = JSON.stringify([BYTES]);
    const changed = { ...TOKEN, name: 'New', abi, events: [{ name: 'Transfer' }] };
    const { status, body } = await replace({ ...changed, address: ADDRESS.toLowerCase() });
    expect([status, body.name, body.address]).toEqual([200, 'New', ADDRESS]);
    expect(body.events).toEqual([{ anonymous: false, ...BYTES }]);
    expect(body).not.toHaveProperty('start_block');
    expect(body.updated_at).toEqual(expect.any(String));
    expect((await call('GET', PATH)).body).toEqual(body);
    expect(contracts.changed).toEqual([1, 1]);
  });

  it.each([
    ['another name', { name: 'x' }, 99],
    ['the same start block', { start_block: 7 }, 99],
    ['an earlier start block', { start_block: 5 }, 4],
    ['no start block', { start_block: undefined }, 99],
    ['other events', { abi: JSON.stringify([BYTES]) }, 6],
    ['no events', { events: [] }, 6],
  ])('with %s continues reading at the right block', async (_, fields, readTo) => {
    await create({ ...TOKEN, start_block: 7 });
    await contracts.database.query('UPDATE contracts SET next_block = 100');
    expect((await replace({ ...TOKEN, start_block: 7, ...fields })).body.read_to_block).toBe(
      readTo,
    );
  });

  it('must match its path, and is 404 for an unregistered contract', async () => {
    const other = `0x${'11'.repeat(20)}`;
    for (const [body, param] of [
      [{ ...TOKEN, chain: 137 }, 'body.chain'],
      [{ ...TOKEN, address: other }, 'body.address'],
    ] as const) {
      expect(await replace(body)).toMatchObject({
        status: 400,
        body: { error: { code: 'BAD_REQUEST', param } },
      });
    }
    expect((await replace(TOKEN)).body.error.code).toBe('NOT_FOUND');
    const unknown = 987_654_322;
    const path = `/v0/contracts/${unknown}/${ADDRESS}`;
    expect((await replace({ ...TOKEN, chain: unknown }, path)).body.error.code).toBe(
      'INVALID_CHAIN_ID',
    );
    await create();
    expect((await replace({ ...TOKEN, abi: '{}' })).body.error.param).toBe('body.abi');
  });
});

it('a contract of another workspace is not found, changed or deleted', async () => {
  const address = ADDRESS.toLowerCase();
  await contracts.database.query(
    `INSERT INTO contracts (id, project_id, chain_id, address, name, abi, events)
     VALUES ('ctr_x', 'prj_3', 1, $1, 'theirs', '[]', '[]')`,
    [address],
  );
  for (const [method, path, body] of [
    ['GET', PATH],
    ['PUT', PATH, TOKEN],
    ['DELETE', PATH],
    ['GET', `${PATH}?project_id=prj_3`],
    ['GET', '/v0/contracts?project_id=prj_3'],
    ['POST', '/v0/contracts?project_id=prj_3', TOKEN],
  ] as const) {
    const answer = await call(method, path, { body });
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
  expect((await call('GET', '/v0/contracts')).body).toMatchObject({ total: 0, data: [] });
  // The same contract can be registered in this workspace as well.
  expect((await create()).status).toBe(201);
  expect((await call('DELETE', PATH)).status).toBe(204);
  const rows = await contracts.database.query('SELECT id, name FROM contracts');
  expect(rows).toEqual([{ id: 'ctr_x', name: 'theirs' }]);
});

it('a list has pages, newest first, and can be limited to one project', async () => {
  const nth = (n: number) => ({ ...TOKEN, name: `n${n}`, address: `0x${String(n).repeat(40)}` });
  for (const n of [1, 2, 3]) await create(nth(n));
  await create(nth(4), 'prj_2');
  const names = async (query: string) => {
    const { body } = await call('GET', `/v0/contracts?${query}`);
    return [body.data.map(({ name }: { name: string }) => name), body.total, body.has_more];
  };
  expect(await names('project_id=prj_1&size=2')).toEqual([['n3', 'n2'], 3, true]);
  expect(await names('project_id=prj_1&size=2&page=2')).toEqual([['n1'], 3, false]);
  expect(await names('')).toEqual([['n4', 'n3', 'n2', 'n1'], 4, false]);
  expect((await call('GET', '/v0/contracts?size=201')).status).toBe(400);
});
