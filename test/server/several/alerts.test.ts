// Two real server processes with one alert: each match is delivered once, also when one of them is killed.
import { beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { type ServerPair, startServerPair } from '../../support/server-pair.js';
import { answering, type Receiver, startReceiver } from '../alerts/receiver.js';
import { chaintrail } from '../cli/chaintrail.js';
import { openWorkspace, type TestWorkspace } from './workspace.js';

const cleanUp = createCleanup();
let pair: ServerPair;
let team: TestWorkspace;
let receiver: Receiver;
let alertId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  cleanUp(receiver.close);
  pair = await startServerPair(cleanUp, {
    ALERTS_EVERY_SECONDS: '1',
    WEBHOOKS_TO_PRIVATE: 'on',
  });
  team = await openWorkspace(pair, 'team');
  const body = {
    name: 'Swaps',
    trigger_type: 'event',
    trigger_filters: [{ name: 'event', value: 'swap' }],
    recipient: [{ type: 'webhook', value: [receiver.url] }],
  };
  const made = (await team.done({ method: 'POST', path: '/v0/alerts', body })) as {
    data: { id: string };
  };
  alertId = made.data.id;
});

const swaps = (name: string) =>
  Array.from({ length: 5 }, (_, at) => ({
    type: 'track',
    event: 'swap',
    channel: 'web',
    version: '0',
    anonymous_id: 'visitor',
    message_id: `${name} ${at}`,
  }));
const send = async (index: 0 | 1, name: string): Promise<void> => {
  const call = { method: 'POST', path: '/v0/raw_events', body: swaps(name) };
  expect((await team.ask(index, call)).status).toBe(200);
};
/** The delivered message ids. A delivery that came several times counts once, by its id. */
const told = (): string[] => {
  const byId = new Map(receiver.received.map(({ json }) => [json.id, json.data]));
  return [...byId.values()]
    .flat()
    .map(({ message_id }) => message_id)
    .sort();
};
const ids = (...names: string[]) =>
  names.flatMap((name) => swaps(name).map(({ message_id }) => message_id)).sort();

/** Ends the lease of two minutes after which another process takes over the deliveries of a dead one. */
const endLeases = async (): Promise<void> => {
  const database = await openPostgres({ url: pair.applicationUrl });
  await database.query(
    "UPDATE alert_deliveries SET next_attempt_at = now() WHERE status = 'pending'",
  );
  await database.close();
};

it('delivers each match once, whichever process received the event', async () => {
  await Promise.all([send(0, 'first'), send(1, 'second')]);
  await eventually(() => expect(told()).toEqual(ids('first', 'second')));
  await send(1, 'third');
  await eventually(() => expect(told()).toEqual(ids('first', 'second', 'third')));
  expect(receiver.received.map(({ json }) => json.id)).toHaveLength(
    new Set(receiver.received.map(({ json }) => json.id)).size,
  );
});

it('delivers all matches when a process is killed while it sends', async () => {
  receiver.received.length = 0;
  // The receiver does not answer the first delivery, so that the process that sends it, either of the two, hangs.
  const asked = new Promise<void>((resolve) => {
    receiver.script = () => resolve();
  });
  await send(0, 'fourth');
  await asked;
  receiver.script = answering(200);
  await send(1, 'fifth');
  await pair.kill(0);
  await endLeases();
  await eventually(() => expect(told()).toEqual(ids('fourth', 'fifth')));
  await pair.start(0);
});

it('sends a test delivery from the command line', async () => {
  receiver.received.length = 0;
  const [folder] = pair.folders;
  const run = (...args: string[]) => chaintrail(folder, ['alerts', 'test', ...args], pair.env);
  const shown = await run(alertId);
  expect([shown.status, shown.stdout]).toEqual([
    0,
    expect.stringMatching(/^type +recipient +status[\s\S]*webhook .* delivered +200/),
  ]);
  // The delivery that hung above may come once more, because its sender may still live and never got an answer.
  expect(ids('fourth', 'fifth')).toEqual(
    expect.arrayContaining(told().filter((id) => id !== 'test')),
  );
  expect(receiver.received.filter(({ json }) => json.test)).toHaveLength(1);
  receiver.script = answering(500);
  const failed = await run(alertId, '--json');
  expect([failed.status, JSON.parse(failed.stdout)]).toMatchObject([
    1,
    [{ alert_id: alertId, status: 'failed', response_status: 500 }],
  ]);
  expect(await run('alrt_none')).toMatchObject({
    status: 1,
    output: expect.stringContaining('There is no alert'),
  });
});
