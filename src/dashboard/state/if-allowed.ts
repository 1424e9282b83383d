// What is only offered to choose from, as far as the key may ask for it.
import { PermissionDeniedError } from '../../client/errors.js';

/** Without the scope for it there is nothing to choose from, which is no failure of what asks. */
export async function ifAllowed<T>(run: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PermissionDeniedError) return [];
    throw error;
  }
}
