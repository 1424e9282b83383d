// Opens PGlite for a test; where its folder is missing, on a copy of a cached one.
import { openApplication } from '../../../../src/server/database/application/open-application.js';
import { openOnCopy } from '../../../support/made-once.js';

export const openTestApplication = (options: { readonly directory: string }) =>
  openOnCopy('application', options, openApplication);
