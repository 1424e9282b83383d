// What `chaintrail send` is told on its command line and by the environment.
import { parseArgs } from 'node:util';
import { foreignSign } from '../../net/foreign-sign.js';
import { EVENT_CHANNELS } from '../../protocol/event-types.js';
import { DEFAULT_ADDRESS, serverAddress, told } from '../server-address.js';

export const SEND_HELP = `chaintrail send: send the events of a file to a server, one JSON object per line.

  cat events.ndjson | chaintrail send --write-key ey... --url https://events.example.com

  --write-key KEY    write key of the project (or CHAINTRAIL_WRITE_KEY)
  --url URL          URL of the server (or CHAINTRAIL_URL; ${DEFAULT_ADDRESS}); also --host
  --file PATH        file to read instead of standard input
  --resume PATH      file that keeps the progress: after an interruption, continue from there
  --channel NAME     channel of events without one: ${EVENT_CHANNELS.join(', ')} (import)
  --concurrency N    concurrent requests, 1 to 64 (4)
  --give-up-after S  seconds after which to stop if the server does not answer (300)

Exit status: 0 when every event was stored, 1 when some were quarantined or failed, 2 for wrong
arguments, 3 when it stopped before the end. An event without a message_id gets one made from its line, so
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
    `--${name} must be a whole number, ${least} to ${most}; it is "${text}".`,
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
    throw new SendUsageError(
      `The write key contains "${foreign}": copy the whole key and nothing else.`,
    );
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
    throw new SendUsageError(
      `--channel must be one of ${EVENT_CHANNELS.join(', ')}; it is "${channel}".`,
    );
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
