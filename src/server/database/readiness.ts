// How long a question for readiness waits, whichever database it is about.
export const READY_TIMEOUT_MS = 2_000;
