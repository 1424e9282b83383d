// The folders in which the system looks for commands.
import { delimiter } from 'node:path';

/** The folders of PATH, in order. */
export const pathFolders = ({ PATH }: { readonly PATH?: string | undefined }): readonly string[] =>
  (PATH ?? '').split(delimiter).filter(Boolean);
