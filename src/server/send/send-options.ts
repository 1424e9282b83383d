// What `chaintrail send` is told on its command line and by the environment.
import { parseArgs } from 'node:util';
import { foreignSign } from '../../net/foreign-sign.js';
import { EVENT_CHANNELS } from '../../protocol/event-types.js';
import { DEFAULT_ADDRESS, serverAddress, told } from '../server-address.js';

export const SEND_HELP = `chaintrail send: stores the events of a file, one JSON object a line.

  cat events.ndjson | chaintrail send --write-key ey... --url https://events.example.com

  --write-key KEY    of the project (or CHAINTRAIL_WRITE_KEY)
  --url URL          the events server (or CHAINTRAIL_URL; ${DEFAULT_ADDRESS}); --host says the same
  --file PATH        read this instead of standard input
  --resume PATH      remember there how far it came, and go on from there with the same input
  --channel NAME     of events that do not say it: ${EVENT_CHANNELS.join(', ')} (import)
  --concurrency N    requests at the same time, 1 to 64 (4)
  --give-up-after S  seconds without an answer after which it stops (300)

Ends with 0 when every event was stored, 1 when some were quarantined or failed, 2 when it was called
wrongly, 3 when it stopped before the end. An event without a message_id gets one made from its line, so
that sending the same input again stores nothing twice.
`;

export interface SendOptions {
  readonly writeKey: string;
  readonly host: string;
  readonly file: string | undefined;
  readonly resume: string | undefined;
  readonly channel: string;
  readonly concurrency: number;
  readonly giveUpAfterMs: number;
}

/** The command line is wrong; the message says what and how to do better. */
export class SendUsageError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const STRING = { type: 'string' } as const;

const wholeNumber = (name: string, text: string | undefined, range: readonly number[]): number => {
  const [fallback = 0, least = 0, most = 0] = range;
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new SendUsageError(
    `--${name} takes a whole number from ${least} to ${most}, not "${text}".`,
  );
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'write-key': STRING,
        url: STRING,
        host: STRING,
        file: STRING,
        resume: STRING,
        channel: STRING,
        concurrency: STRING,
        'give-up-after': STRING,
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new SendUsageError((error as Error).message);
  }
};

/** @returns `help` when that was asked for */
export const readSendOptions = (
  args: readonly string[],
  env: Environment,
): SendOptions | 'help' => {
  const values = parse(args);
  if (values.help) return 'help';
  const empty = Object.entries(values).find(([, value]) => String(value).trim() === '');
  // For instance from a variable of a script that is not set.
  if (empty) throw new SendUsageError(`--${empty[0]} is empty.`);
  const writeKey = (values['write-key'] ?? env.CHAINTRAIL_WRITE_KEY)?.trim();
  if (!writeKey) {
    throw new SendUsageError('No write key: pass --write-key or set CHAINTRAIL_WRITE_KEY.');
  }
  const foreign = foreignSign(writeKey);
  if (foreign)
    throw new SendUsageError(`The write key holds "${foreign}": copy the whole key alone.`);
  const host = serverAddress(
    [
      ['--url', values.url],
      // `--host` and `CHAINTRAIL_HOST` are the older names of the option and the variable.
      ['--host', values.host],
      told('CHAINTRAIL_URL', env),
      told('CHAINTRAIL_HOST', env),
    ],
    (message) => new SendUsageError(message),
  );
  const { channel = 'import' } = values;
  if (!EVENT_CHANNELS.some((known) => known === channel)) {
    throw new SendUsageError(`--channel takes ${EVENT_CHANNELS.join(', ')}, not "${channel}".`);
  }
  return {
    writeKey,
    host,
    file: values.file,
    resume: values.resume,
    channel,
    concurrency: wholeNumber('concurrency', values.concurrency, [4, 1, 64]),
    giveUpAfterMs: wholeNumber('give-up-after', values['give-up-after'], [300, 0, 864_000]) * 1_000,
  };
};
