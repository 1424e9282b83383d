// Migrations run once and in order, again after a crash, and never on a newer schema.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MigrationTarget, migrate } from '../../../src/server/database/migrate.js';
import type { Migration } from '../../../src/server/database/ports.js';

const migration = (id: string): Migration => ({ id, statements: [`CREATE ${id}`, `ALTER ${id}`] });

/** A database that can crash before any statement or record. */
const createTarget = () => {
  const recorded: string[] = [];
  const ran: string[] = [];
  let stepsLeft = Number.POSITIVE_INFINITY;
  const step = () => {
    if (stepsLeft === 0) throw new Error('crashed');
    stepsLeft -= 1;
  };
  const target: MigrationTarget = {
    applied: async () => [...recorded],
    apply: async ({ id, statements }) => {
      for (const statement of statements) {
        step();
        ran.push(statement);
      }
      step();
      recorded.push(id);
    },
  };
  return {
    target,
    recorded,
    ran,
    crashAfter: (steps: number) => {
      stepsLeft = steps;
    },
  };
};

const all = ['a', 'b', 'c', 'd'].map(migration);

describe('migrate', () => {
  it('applies missing migrations in order, and returns their ids', async () => {
    const { target, recorded } = createTarget();
    expect(await migrate(target, all.slice(0, 2))).toEqual(['a', 'b']);
    expect(await migrate(target, all)).toEqual(['c', 'd']);
    expect(await migrate(target, all)).toEqual([]);
    expect(recorded).toEqual(['a', 'b', 'c', 'd']);
  });

  it('ends complete and in order after crashes at any step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 12 })), async (crashes) => {
        const { target, recorded, ran, crashAfter } = createTarget();
        for (const steps of crashes) {
          crashAfter(steps);
          await migrate(target, all).catch(() => {});
        }
        crashAfter(Number.POSITIVE_INFINITY);
        await migrate(target, all);
        expect(recorded).toEqual(['a', 'b', 'c', 'd']);
        expect([...new Set(ran)]).toEqual(all.flatMap(({ statements }) => statements));
      }),
    );
  });

  it('changes nothing when the database is newer than the code', async () => {
    const { target, recorded, ran } = createTarget();
    recorded.push('a', 'z');
    await expect(migrate(target, all)).rejects.toMatchObject({
      name: 'SchemaTooNewError',
      unknownIds: ['z'],
    });
    expect(ran).toEqual([]);
  });
});
