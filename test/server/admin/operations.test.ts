// The table of admin operations checks parameters before it calls the services.
import { expect, it } from 'vitest';
import { type AdminParts, runOperation } from '../../../src/server/admin/operations.js';

const createParts = () => {
  const calls: unknown[] = [];
  const record = async (wanted: unknown) => calls.push(wanted);
  const keys = new Proxy({}, { get: () => record }) as AdminParts['keys'];
  const parts = { keys, migrations: async () => [], backup: record } as unknown as AdminParts;
  return { parts, calls };
};

it('passes valid parameters on', async () => {
  const { parts, calls } = createParts();
  await runOperation(parts, 'keys.create', { name: 'x', scopes: ['all'] });
  await runOperation(parts, 'backup', { directory: 'somewhere' });
  expect(calls).toEqual([{ name: 'x', scopes: ['all'] }, 'somewhere']);
});

it.each([
  ['keys.create', {}],
  ['keys.create', { name: '  ', scopes: [] }],
  ['keys.create', { name: 'x', scopes: 'all' }],
  ['keys.create', { name: 'x'.repeat(201), scopes: ['all'] }],
  ['keys.revoke', { id: 7 }],
  ['keys.revoke', null],
  ['backup', { directory: '' }],
  ['keys.explode', {}],
  ['constructor', {}],
])('refuses %s %j', async (operation, params) => {
  const { parts, calls } = createParts();
  await expect(runOperation(parts, operation, params)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(calls).toEqual([]);
});
