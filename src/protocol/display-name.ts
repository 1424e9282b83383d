// The name that people give to something of theirs, such as a board or an alert.
import { NOT_BLANK, string } from './schema.js';

export const displayName = string({ minLength: 1, maxLength: 200, pattern: NOT_BLANK });
