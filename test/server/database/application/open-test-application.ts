// Opens PGlite for a test: where its folder is missing, on a copy of one that was made before.
import { existsSync } from 'node:fs';
import {
  type EmbeddedApplication,
  openApplication,
} from '../../../../src/server/database/application/open-application.js';
import { copyMadeOnce } from '../../../support/made-once.js';

/** Makes the folder and its tables, and no rows. */
const make = async (directory: string): Promise<void> => {
  const database = await openApplication({ directory });
  await database.close();
};

/** @param options what is in `directory` already stays as it is */
export const openTestApplication = async (options: {
  readonly directory: string;
}): Promise<EmbeddedApplication> => {
  const { directory } = options;
  if (!existsSync(directory)) await copyMadeOnce('application', directory, make);
  return openApplication(options);
};
