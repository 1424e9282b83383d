// Removes from a text what must never be sent: e-mail addresses, tokens, keys, seed phrases.
import { attempt } from './attempt.js';

const REDACTED = 'redacted';

const EMAIL = /[^\s/?#&=:;,@]{1,64}(?:@|%40)[^\s/?#&=:;,@]{1,255}\.[a-z]{2,}/gi;
const JWT = /\beyJ[\w-]*\.[\w.-]*/g;
/**
 * 12 or more words of three to eight letters, as in the BIP-39 list. Also matches a title of 12
 * such words without a short one like `of`.
 */
const SEED_PHRASE = /\b[a-z]{3,8}(?:[\s+,_-]+[a-z]{3,8}){11,}\b/gi;
/** A run that may be a token of random characters: shorter ones are words, numbers and slugs. */
const LONG_RUN = /[\w+=~-]{20,}/g;

/** An EVM address is no secret, and is part of many paths; nor is a Solana address, in base58. */
const EVM_ADDRESS = /0x[0-9a-f]{40}(?![0-9a-f])/gi;
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * 32 hex digits, at least one of them a letter: a long decimal number is a token's id. A
 * transaction hash looks like a private key, so both are hidden.
 */
const HEX_SECRET = /(?=\d*[a-f])[\da-f]{32}/i;
const MIXED = /(?=.*\d)(?=.*[A-Z])/;
const MIXED_PART = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{20,}/;
const LONG_PART = /[a-z\d]{20}/i;
/**
 * Where a word or number ends without a hyphen; random text has such a place at nearly every second
 * character.
 */
const CHANGE = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/;
/**
 * A run with fewer changes than one in this many characters is made of words, such as
 * `EIP-4844-Explained`.
 */
const CHARACTERS_A_CHANGE = 5;

const isRandom = (run: string): boolean =>
  MIXED_PART.test(run) ||
  (MIXED.test(run) &&
    (LONG_PART.test(run) || run.split(CHANGE).length > run.length / CHARACTERS_A_CHANGE));

const hideRun = (run: string): string => {
  const rest = run.replace(EVM_ADDRESS, '');
  const isSecret =
    HEX_SECRET.test(rest) || (rest.length >= 20 && !SOLANA_ADDRESS.test(run) && isRandom(rest));
  return isSecret ? REDACTED : run;
};

/** A private key: 64 hex digits, or 87 or 88 characters of base58 (Solana). */
const PRIVATE_KEY = /\b(?:(?:0x)?[\da-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{87,88})\b/g;

/** Decodes percent-encoding; what cannot be decoded stays as it is. */
export const decode = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (part) => attempt(() => decodeURIComponent(part)) ?? part);

/**
 * The same text, or the decoded one with `redacted` in the place of each secret.
 *
 * @param isCampaign the text is a campaign's name, a click id or a referrer's code, which may look
 * as random as a token: of random text only private keys are hidden
 */
export const scrub = (text: string, isCampaign = false): string => {
  const plain = decode(text);
  const named = plain
    .replace(EMAIL, REDACTED)
    .replace(JWT, REDACTED)
    .replace(SEED_PHRASE, REDACTED);
  const clean = isCampaign
    ? named.replace(PRIVATE_KEY, REDACTED)
    : named.replace(LONG_RUN, hideRun);
  return clean === plain ? text : clean;
};

/** Longer than any campaign's name. What comes after it is cut off. */
const MOST_CHARACTERS = 255;

/**
 * A campaign's name from a URL that anybody may have made, safe to show: no markup, control
 * characters, scripts or secrets.
 */
export const cleanText = (text: string): string => {
  const plain = text
    .replace(/<[^>]*>?|[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '')
    .trim()
    .slice(0, MOST_CHARACTERS);
  // The cut may leave half of a surrogate pair.
  return /\b(?:java|vb)script:|^data:/i.test(plain)
    ? ''
    : scrub(plain.replace(/[\ud800-\udbff]$/, ''), true);
};
