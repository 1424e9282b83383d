// Reads lists that are only offered as choices, as far as the key is allowed to read them.
import { PermissionDeniedError } from '../../client/errors.js';

/** A key without the scope gets an empty list: missing choices must not show an error in the part that asks. */
export async function ifAllowed<T>(run: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PermissionDeniedError) return [];
    throw error;
  }
}
