// `chaintrail import`: imports the wallets of a file into a project.
import { extname, resolve } from 'node:path';
import { readable } from '../../readable.js';
import { openReadable } from '../../send/open-readable.js';
import { createProgressBar } from '../../send/progress-bar.js';
import { readLines } from '../../send/read-lines.js';
import { type ResumedInput, resumeInput } from '../../send/resumed-input.js';
import { sizeOfReadable } from '../../send/size-of-readable.js';
import { add, NOTHING, type SendTally } from '../../send/tally.js';
import { type Call, type Command, CommandError, UsageError } from '../command.js';
import { importWallets } from '../import/import-wallets.js';
import {
  COLUMNS,
  FORMATS,
  type Format,
  readWallets,
  type WalletRow,
} from '../import/read-wallets.js';
import { API_OPTIONS, withApi } from '../with-api.js';

const MOST_LINE_BYTES = 1_000_000;
/** Most refused rows that are named: a million rows may fail for the same reason. */
const MOST_NAMED = 100;

const BY_ENDING: Readonly<Record<string, Format>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

interface Refused {
  readonly line: number;
  readonly reason: string;
}

interface Input {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** `undefined` for a pipe. */
  readonly totalBytes: number | undefined;
  readonly format: Format | undefined;
  close(): void;
}

function openInput(call: Call): Input {
  const given = call.optional('format');
  const format = FORMATS.find((one) => one === given);
  if (given !== undefined && format === undefined) {
    throw new UsageError(`--format must be ${FORMATS.join(' or ')}; it is "${given}".`);
  }
  const name = call.positional(0);
  if (name === '-') {
    const bytes = bytesOf('The input', call.host.stdin);
    return { bytes, totalBytes: undefined, format, close() {} };
  }
  const file = resolve(call.workingDirectory, name);
  const totalBytes = sizeOfReadable(file, (fault) => new CommandError(`${file} ${fault}`));
  const opened = openReadable(file);
  return {
    bytes: bytesOf(file, opened),
    totalBytes,
    format: format ?? BY_ENDING[extname(file).toLowerCase()],
    close: () => void opened.destroy(),
  };
}

const bytesOf = (name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  readable(bytes, (why) => new CommandError(`${name} could not be read to its end: ${why}.`));

/** The progress that an earlier run saved with --resume, and how this run saves its own. */
function memoryOf(call: Call): ResumedInput {
  const path = call.optional('resume');
  const memory = inWords(() =>
    resumeInput({
      path: path === undefined ? undefined : resolve(call.workingDirectory, path),
      foreign: (message) => new CommandError(message),
    }),
  );
  return { ...memory, keep: (progress) => inWords(() => memory.keep(progress)) };
}

/** Turns an error of the resume file, whose message names that file, into one for the user. */
function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** The rows after those that an earlier run has finished. */
async function* rowsAfter(
  rows: AsyncIterable<WalletRow>,
  settled: number,
): AsyncGenerator<WalletRow> {
  for await (const row of rows) if (row.line > settled) yield row;
}

async function runImport(call: Call) {
  const writeKey = call.optional('write-key') ?? call.host.env.CHAINTRAIL_WRITE_KEY?.trim();
  if (!writeKey) {
    throw new UsageError('No write key: set CHAINTRAIL_WRITE_KEY, or pass --write-key KEY.');
  }
  const input = openInput(call);
  try {
    return await importInput(call, input, writeKey);
  } finally {
    input.close();
  }
}

async function importInput(call: Call, { bytes, totalBytes, format }: Input, writeKey: string) {
  const { stderr, env } = call.host;
  const memory = memoryOf(call);
  const bar = createProgressBar({
    write: (text) => void stderr.write(text),
    isTerminal: stderr.isTTY === true && env.TERM !== 'dumb',
    totalBytes,
    now: () => performance.now(),
    done: 'imported',
  });
  const refused: Refused[] = [];
  const { lines: settled = 0, tally: before = NOTHING } = memory.before ?? {};
  let total = before;
  await withApi(call, (client) =>
    importWallets({
      rows: rowsAfter(
        readWallets(memory.watch(readLines(bytes, MOST_LINE_BYTES)), {
          format,
          column: call.optional('column'),
        }),
        settled,
      ),
      client,
      writeKey,
      onRefused(line, reason) {
        if (refused.length >= MOST_NAMED) return;
        refused.push({ line, reason });
        bar.say(`line ${line}: ${reason}`);
        if (refused.length === MOST_NAMED) bar.say('Further rows are only counted.');
      },
      onProgress(progress) {
        total = add(before, progress.tally);
        memory.keep({ ...progress, tally: total });
        bar.show({ ...progress, tally: total });
      },
    }),
  )
    .finally(bar.end)
    .catch((error) => {
      if (!(error instanceof CommandError) || total === before) throw error;
      throw new CommandError(
        `${error.message}\nStopped before the end, after ${describe(total)}. Run the same command again ` +
          `${call.optional('resume') === undefined ? 'with the same input' : 'to continue from here'}.`,
      );
    });
  return { total, errors: refused };
}

const refusedOf = ({ quarantined, failed }: SendTally): number => quarantined + failed;

const describe = (tally: SendTally): string => {
  const count = (value: number) => value.toLocaleString('en-US');
  return `${count(tally.sent)} imported, ${count(refusedOf(tally))} refused`;
};

const importCommand: Command = {
  name: 'import',
  summary: 'import the wallets of a CSV or NDJSON file into a project',
  positionals: ['file'],
  options: {
    'write-key': { value: 'KEY', text: 'write key of the project (or CHAINTRAIL_WRITE_KEY)' },
    column: {
      value: 'NAME',
      text: `column or key that has the address (${COLUMNS.join(', ')})`,
    },
    format: {
      value: 'FORMAT',
      text: 'csv or ndjson (by the file extension, else by the first line)',
    },
    resume: {
      value: 'PATH',
      text: 'file that keeps the progress: after an interruption, continue from there',
    },
    ...API_OPTIONS,
  },
  details:
    'A CSV file may have a header line, and commas, semicolons or tabs as separators. An NDJSON file has an\n' +
    'object or a string in each line. Rows without a valid address are listed and skipped; the exit status\n' +
    'is then 1. If <file> is -, standard input is read. Wallets that are already known stay unchanged, so the\n' +
    'same file may be imported again. Requires the scope profiles:write.',
  examples: [
    'import holders.csv --write-key ey...',
    'import snapshot.csv --column owner --resume snapshot.state',
    'import - --format ndjson < wallets.ndjson',
  ],
  async run(call) {
    const { total, errors } = await runImport(call);
    const refused = refusedOf(total);
    const data = { imported: total.sent, refused, errors };
    return { data, text: `${describe(total)}\n`, isPartial: refused > 0 };
  },
};

export const importCommands: readonly Command[] = [importCommand];
