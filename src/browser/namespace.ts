// Keeps the stored data of several projects in one browser apart.
import { namespaceIn } from '../core/namespace.js';

/** A short name for a project's stored data in this browser. */
export const namespaceOf = (writeKey: string): string => namespaceIn(writeKey, atob);
