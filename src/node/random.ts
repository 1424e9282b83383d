// Random bytes from the platform's cryptographic source.
import { createPooledBytes } from '../core/pooled-bytes.js';
import type { RandomBytes } from '../core/ports.js';

export const createRandomBytes = (): RandomBytes =>
  createPooledBytes((bytes) => crypto.getRandomValues(bytes));
