// Keeps what several projects leave in one browser apart.
import { namespaceIn } from '../core/namespace.js';

/** A short name for a project's data in this browser. */
export const namespaceOf = (writeKey: string): string => namespaceIn(writeKey, atob);
