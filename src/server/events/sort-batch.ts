// Decides what becomes of each event of a batch: a new row, a repetition, or a refusal.
import { randomUUID } from 'node:crypto';
import { reasonOf } from '../errors/reason-of.js';
import type { Caller } from './caller.js';
import type { ForgottenPeople } from './drop-forgotten.js';
import type { Enrich } from './enrich.js';
import type { QuarantinedEvent } from './quarantine.js';
import type { RecentIds } from './recent-ids.js';
import { serialise } from './serialise.js';
import { validateEvent } from './validate.js';

/** A batch as it arrived. */
export interface Batch {
  /** What was sent, each an event or not. */
  readonly values: readonly unknown[];
  readonly projectId: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly caller: Caller;
  /** The salt of the day, for session ids. */
  readonly salt: string;
}

/** An event on its way to the table. */
export interface Candidate {
  /** As it was sent, or made here for an event that has none. */
  readonly messageId: string;
  /** JSON. */
  readonly row: string;
}

export interface JudgedBatch {
  readonly candidates: readonly Candidate[];
  readonly refused: readonly QuarantinedEvent[];
}

export interface JudgeParts {
  readonly enrich: Enrich;
  /** People whose data were deleted: their events are accepted but not stored. */
  readonly forgotten: Pick<ForgottenPeople, 'has' | 'hasRefused'>;
}

/** Tells good events from bad ones, and makes rows of the good ones. */
export function judgeBatch(
  { values, ...arrival }: Batch,
  { enrich, forgotten }: JudgeParts,
): JudgedBatch {
  const { projectId, receivedAt } = arrival;
  const candidates: Candidate[] = [];
  const refused: QuarantinedEvent[] = [];

  /** @returns what is wrong with the event, if anything */
  const judge = (value: unknown): string | undefined => {
    const validated = validateEvent(value);
    if (!validated.ok) return validated.reason;
    try {
      const row = enrich(validated.event, { ...arrival, newMessageId: randomUUID });
      if (!forgotten.has(row)) candidates.push({ messageId: row.message_id, row: serialise(row) });
      return undefined;
    } catch (error) {
      // Nothing in a valid event should get here. If one does, the other events of its batch are kept.
      return `event could not be read by the server: ${reasonOf(error)}`;
    }
  };

  for (const event of values) {
    const reason = judge(event);
    if (reason === undefined) continue;
    const received_at = new Date(receivedAt).toISOString();
    const found = { project_id: projectId, received_at, reason, event };
    if (!forgotten.hasRefused(found)) refused.push(found);
  }
  return { candidates, refused };
}

export interface SortedBatch {
  /** JSON rows to store. */
  readonly rows: readonly string[];
  /** The message ids of the rows, in their order. */
  readonly messageIds: readonly string[];
  /** Originals of repeated events that are being stored right now. */
  readonly originals: ReadonlySet<Promise<void>>;
}

/** Tells new events from repeated ones, of this batch and of those before. */
export function sortBatch(
  candidates: readonly Candidate[],
  projectId: string,
  recentIds: Pick<RecentIds, 'stateOf'>,
): SortedBatch {
  const rows: string[] = [];
  const messageIds = new Set<string>();
  const originals = new Set<Promise<void>>();
  for (const { messageId, row } of candidates) {
    if (messageIds.has(messageId)) continue;
    const known = recentIds.stateOf(projectId, messageId);
    if (known instanceof Promise) originals.add(known);
    if (known !== 'unknown') continue;
    rows.push(row);
    messageIds.add(messageId);
  }
  return { rows, messageIds: [...messageIds], originals };
}
