// The answers of the verbs: one promise each for all calls, since a new promise at each call would
// cost more than the rest of it.
import type { Acceptance } from './server-tracker-types.js';

export const STORED: Promise<Acceptance> = Promise.resolve('stored');
export const QUEUED: Promise<Acceptance> = Promise.resolve('queued');
export const REFUSED: Promise<Acceptance> = Promise.resolve('refused');
