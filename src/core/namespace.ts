// Keeps the stored data of several projects in one browser, or in one folder, apart.
import { attempt } from './attempt.js';
import { shortHash } from './short-hash.js';

interface Claims {
  readonly project_id?: unknown;
  readonly sub?: unknown;
}

/**
 * The project that a write key (a JWT) belongs to, so that a rotated key finds the events of the
 * old one; the key itself where it names no project.
 */
const subjectOf = (writeKey: string, decodeBase64: (text: string) => string): string => {
  const payload = writeKey.split('.')[1] ?? '';
  const claims: Claims | null | undefined = attempt(() =>
    JSON.parse(decodeBase64(payload.replace(/-/g, '+').replace(/_/g, '/'))),
  );
  const subject = claims?.project_id ?? claims?.sub;
  return typeof subject === 'string' ? subject : writeKey;
};

/** A short name for a project's stored data: at most seven letters and digits. */
export const namespaceIn = (writeKey: string, decodeBase64: (text: string) => string): string =>
  shortHash(subjectOf(writeKey, decodeBase64));
