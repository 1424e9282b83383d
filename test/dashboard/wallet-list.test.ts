// The URL describes the list of wallets: it is the same after a reload, and is queried accordingly.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chaintrail } from '../../src/client/chaintrail.js';
import { inTurns } from '../../src/dashboard/state/in-turns.js';
import {
  MOST_FOUND,
  matchesQuery,
  readAllWallets,
  readWallets,
} from '../../src/dashboard/state/read-wallets.js';
import { sqlText } from '../../src/dashboard/state/sql-text.js';
import {
  formatWalletList,
  isNarrowed,
  ORDERS,
  type Order,
  parseWalletList,
  profileSearchOf,
  type WalletList,
} from '../../src/dashboard/state/wallet-list.js';
import { LIFECYCLES } from '../../src/protocol/profiles/profile-fields.js';
import { tokenize } from '../../src/server/query/tokenize.js';

const word = fc.stringMatching(/^[a-z0-9.:_-]{1,12}$/);
const list: fc.Arbitrary<WalletList> = fc.record({
  find: fc.oneof(fc.constant(''), word),
  stage: fc.constantFrom('', ...LIFECYCLES),
  project: fc.oneof(fc.constant(''), word),
  segment: fc.oneof(fc.constant(''), word),
  label: fc.oneof(fc.constant(''), word),
  source: fc.oneof(
    fc.constantFrom('', 'direct'),
    word.map((name) => `utm:${name}`),
    word.map((name) => `ref:${name}`),
  ),
  order: fc.constantFrom(...(Object.keys(ORDERS) as Order[])),
  dir: fc.constantFrom('asc', 'desc'),
  offset: fc.nat(1_000),
});

describe('the list of wallets', () => {
  it('is the same after its options are parsed again', () => {
    fc.assert(
      fc.property(list, (one) => {
        expect(parseWalletList(formatWalletList(one))).toEqual(one);
      }),
    );
  });

  it('leaves out defaults, and ignores invalid values', () => {
    const all = parseWalletList({});
    expect(formatWalletList(all)).toEqual({});
    expect(isNarrowed(all)).toBe(false);
    const odd = {
      stage: 'Lost',
      label: 'Not a tag',
      source: 'utm:',
      order: 'size',
      dir: 'up',
      offset: '-5',
    };
    expect(parseWalletList({ ...odd, find: '  ' })).toEqual(all);
  });

  it.each<[Readonly<Record<string, string>>, object]>([
    [{ stage: 'At Risk' }, { field: 'users.lifecycle', op: 'eq', value: 'At Risk' }],
    [{ label: 'vip' }, { field: 'labels.vip', op: 'gte', value: '' }],
    [{ source: 'utm:x' }, { field: 'users.first_utm_source', op: 'eq', value: 'x' }],
    [{ source: 'ref:x.com' }, { field: 'users.first_referrer', op: 'eq', value: 'x.com' }],
    [{ source: 'direct' }, { field: 'users.first_referrer', op: 'eq', value: '' }],
  ])('narrows by %o', (options, condition) => {
    const narrowed = parseWalletList(options);
    expect(isNarrowed(narrowed)).toBe(true);
    expect(profileSearchOf(narrowed).conditions).toContainEqual(condition);
  });

  it('sends segment and project in addition to the conditions', () => {
    const list = parseWalletList({ segment: 'seg_1', project: 'prj_1', order: 'volume' });
    expect(profileSearchOf(list)).toMatchObject({
      ...{ project_id: 'prj_1', segment_id: 'seg_1', order_by: 'volume', conditions: [] },
    });
    expect(matchesQuery(list)).toContain("WHERE project_id = 'prj_1' AND (");
  });
});

describe('a text that was typed', () => {
  it('is quoted as one text in the query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(tokenize(sqlText(text))).toMatchObject([{ kind: 'string', value: text }, {}]);
      }),
    );
  });

  it('is searched in addresses, names and labels', () => {
    const query = matchesQuery(parseWalletList({ find: "o'x", dir: 'asc' }));
    for (const column of ['address', 'ens', 'display_name', 'tag_id', 'value']) {
      expect(query).toContain(`positionCaseInsensitiveUTF8(${column}, 'o\\'x') > 0`);
    }
    expect(query).toContain('max(last_seen) AS ordered');
    expect(query).toContain('ORDER BY ordered ASC');
  });
});

describe('queries', () => {
  const scripted = (found: number) => {
    const asked: Record<string, unknown>[] = [];
    const client = {
      query: {
        run: async () => ({
          data: Array.from({ length: Math.min(found, MOST_FOUND) }, (_, at) => ({
            address: `0x${at}`,
          })),
          total: found,
        }),
      },
      profiles: {
        search: async (question: Record<string, unknown>) => {
          asked.push(question);
          // Every second wallet does not match the conditions.
          const isOut = Number(String(question.address).slice(2)) % 2 === 1;
          return { data: isOut ? [] : [{ address: question.address }], meta: { total: 1 } };
        },
      },
    };
    return { asked, client: client as unknown as Chaintrail };
  };

  it('by text: returns wallets that match the text and the conditions, with pages and the number of unchecked ones', async () => {
    const { asked, client } = scripted(80);
    const narrowed = parseWalletList({ find: 'x', stage: 'New', offset: '20' });
    const answer = await readWallets(client, narrowed);
    expect(asked).toHaveLength(MOST_FOUND);
    expect(asked[7]).toMatchObject({
      address: '0x7',
      conditions: [{ field: 'users.lifecycle', op: 'eq', value: 'New' }],
    });
    expect(answer.profiles.map(({ address }) => address)).toEqual([
      '0x40',
      '0x42',
      '0x44',
      '0x46',
      '0x48',
    ]);
    expect(answer).toMatchObject({ total: 25, unseen: 30 });
    expect(await readAllWallets(client, narrowed)).toHaveLength(25);
  });

  it('inTurns runs a few at a time, and keeps the order', async () => {
    let running = 0;
    let most = 0;
    const answers = await inTurns([5, 1, 4, 2, 3, 0], 2, async (ms) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, ms));
      running -= 1;
      return ms * 2;
    });
    expect([answers, most]).toEqual([[10, 2, 8, 4, 6, 0], 2]);
  });
});
