// What people call a thing of theirs.
import { NOT_BLANK, string } from './schema.js';

export const displayName = string({ minLength: 1, maxLength: 200, pattern: NOT_BLANK });
