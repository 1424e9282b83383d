// Where commands are looked for.
import { delimiter } from 'node:path';

/** The folders of PATH, in their order. */
export const pathFolders = ({ PATH }: { readonly PATH?: string | undefined }): readonly string[] =>
  (PATH ?? '').split(delimiter).filter(Boolean);
