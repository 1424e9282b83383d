// What became of the events of a pipe: every line that is not empty ends in one of the three.

export interface SendTally {
  /** Stored by the server. */
  readonly sent: number;
  /** Refused by the server as no valid event, and kept in its quarantine. */
  readonly quarantined: number;
  /** No JSON object, too large for any request, or rejected by the server without being kept. */
  readonly failed: number;
}

export const NOTHING: SendTally = { sent: 0, quarantined: 0, failed: 0 };

export const add = (a: SendTally, b: SendTally): SendTally => ({
  sent: a.sent + b.sent,
  quarantined: a.quarantined + b.quarantined,
  failed: a.failed + b.failed,
});
