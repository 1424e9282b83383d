// The page on alerts lists every key and header of a webhook, and no others.
import { expect, it } from 'vitest';
import { bodyOf } from '../../src/server/alerts/deliver/delivery.js';
import { webhookHeaders } from '../../src/server/alerts/deliver/sign.js';
import { eventMatches } from '../../src/server/alerts/evaluate/event-matches.js';
import { message } from '../server/alerts/message.js';
import { namesIn, readPage } from './page-names.js';

const [, section = ''] = readPage('asking').split('### What a webhook receives');
const [keys = '', headers = ''] = section.split('| header |');

const firstCells = (text: string) =>
  [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => namesIn(cell));

it('lists the keys of the body', () => {
  expect(firstCells(keys).sort()).toEqual(
    Object.keys(JSON.parse(bodyOf(message({ test: true })))).sort(),
  );
});

it('lists the headers', () => {
  const signed = webhookHeaders({ id: 'msg_1', sentAt: 0, body: '{}' }, 'secret');
  expect(firstCells(headers).sort()).toEqual(Object.keys(signed).sort());
});

it('lists the fields of an event', async () => {
  const row = { at: '', message_id: 'm-1', properties: '{}' };
  const database = { query: async () => ({ data: [row] }) } as unknown as Parameters<
    typeof eventMatches
  >[0];
  const window = { projectId: 'prj_1', after: '', until: '' };
  const { value } = await eventMatches(database, [], { window, size: 1 }).next();
  const [, told = ''] = /An event has ([^;]+);/.exec(keys) ?? [];
  expect(namesIn(told).sort()).toEqual(Object.keys(value?.[0]?.data ?? {}).sort());
});
