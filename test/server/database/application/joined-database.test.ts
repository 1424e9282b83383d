// Statements join the transaction in whose context they run, and no other.
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createJoinedDatabase,
  type JoinedDatabase,
} from '../../../../src/server/database/application/joined-database.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTemporaryDirectory } from '../../../support/temporary-directory.js';
import { openTestApplication } from './open-test-application.js';

const cleanUp = createCleanup();
let database: JoinedDatabase;

beforeAll(async () => {
  const directory = await createTemporaryDirectory();
  cleanUp(directory.remove);
  database = createJoinedDatabase(
    await openTestApplication({ directory: join(directory.path, 'application') }),
  );
  cleanUp(() => database.close());
  await database.query('CREATE TABLE notes (text text UNIQUE)');
});

beforeEach(async () => {
  await database.query('DELETE FROM notes');
});

const add = (text: string) => database.query('INSERT INTO notes VALUES ($1)', [text]);

const notes = async () => {
  const rows = await database.query<{ text: string }>('SELECT text FROM notes ORDER BY text');
  return rows.map(({ text }) => text);
};

it('commits or rolls back everything together', async () => {
  await database.together(async () => {
    await add('a');
    await database.transaction(
      async (sql) => void (await sql.query("INSERT INTO notes VALUES ('b')")),
    );
  });
  expect(await notes()).toEqual(['a', 'b']);
  const failed = database.together(async () => {
    await add('c');
    await database.transaction((sql) => sql.query("INSERT INTO notes VALUES ('d')"));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await notes()).toEqual(['a', 'b']);
});

it('rolls back only the inner part when its failure is caught', async () => {
  await database.together(async () => {
    await add('a');
    await expect(add('a')).rejects.toMatchObject({ code: '23505' });
    await database
      .transaction(async (sql) => {
        await sql.query("INSERT INTO notes VALUES ('b')");
        // A statement through the database itself joins the transaction, and does not wait for it.
        await add('c');
        throw new Error('undo b and c');
      })
      .catch(() => {});
    await Promise.all([add('d'), add('e'), database.transaction(() => add('f'))]);
  });
  expect(await notes()).toEqual(['a', 'd', 'e', 'f']);
});

it('does not affect statements that run later or in parallel', async () => {
  let later: Promise<unknown> | undefined;
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const failed = database.together(async () => {
    later = started.then(() => add('later'));
    await add('inside');
    throw new Error('no');
  });
  const beside = add('beside');
  await expect(failed).rejects.toThrow('no');
  start();
  await Promise.all([later, beside]);
  expect(await notes()).toEqual(['beside', 'later']);
});
