// Sends wallets to the server in batches, one after the other, and counts the outcomes.
import type { Chaintrail } from '../../../client/chaintrail.js';
import { BadRequestError } from '../../../client/errors.js';
import type { Progress } from '../../send/send-events.js';
import { add, NOTHING, type SendTally } from '../../send/tally.js';
import type { WalletRow } from './read-wallets.js';

/** Half of what a request may hold, so that progress is shown more often. */
const BATCH_ROWS = 5_000;
/**
 * In a file where few rows have a wallet, progress is also recorded after so many batches' worth of rows. So
 * the memory for rows does not grow with the file, and an interrupted import need not start again.
 */
const BATCHES_READ = 20;

export interface ImportWalletsOptions {
  readonly rows: AsyncIterable<WalletRow>;
  readonly client: Pick<Chaintrail, 'import'>;
  readonly writeKey: string;
  readonly batchRows?: number | undefined;
  /** Called for each row that is not imported, with the line on which it begins. */
  readonly onRefused: (line: number, reason: string) => void;
  /** Called after each batch: all rows up to there are finished. */
  readonly onProgress: (progress: Progress) => void;
}

interface Sent {
  readonly line: number;
  readonly address: string;
}

/** @throws what the client throws, except that rows which are not wallets are reported */
export async function importWallets(options: ImportWalletsOptions): Promise<void> {
  const { rows, batchRows = BATCH_ROWS, onRefused, onProgress } = options;
  let tally = NOTHING;
  let batch: Sent[] = [];
  let end: WalletRow | undefined;
  let rowsRead = 0;

  const settle = async (): Promise<void> => {
    if (end === undefined) return;
    if (batch.length > 0) tally = add(tally, await sendBatch(options, batch));
    batch = [];
    rowsRead = 0;
    onProgress({ lines: end.lastLine, bytes: end.endByte, tally });
  };

  for await (const row of rows) {
    end = row;
    rowsRead += 1;
    if ('fault' in row) {
      onRefused(row.line, row.fault);
      tally = add(tally, { ...NOTHING, failed: 1 });
    } else {
      batch.push(row);
    }
    if (batch.length >= batchRows || rowsRead >= BATCHES_READ * batchRows) await settle();
  }
  await settle();
}

async function sendBatch(
  { client, writeKey, onRefused }: ImportWalletsOptions,
  batch: readonly Sent[],
): Promise<SendTally> {
  const addresses = batch.map(({ address }) => address);
  try {
    const {
      successful_rows,
      quarantined_rows,
      errors = [],
    } = await client.import.create({
      addresses,
      writeKey,
    });
    for (const { index, address, reason } of errors) {
      onRefused(batch[index]?.line ?? 0, `"${address}" ${reason}`);
    }
    return { sent: successful_rows, quarantined: quarantined_rows, failed: 0 };
  } catch (error) {
    // When no row of a request is a wallet, the server refuses the request as a whole.
    if (!(error instanceof BadRequestError) || error.param !== 'body.addresses') throw error;
    for (const { line, address } of batch) {
      onRefused(line, `"${address.slice(0, 128)}" is neither an EVM nor a Solana address`);
    }
    return { sent: 0, quarantined: batch.length, failed: 0 };
  }
}
