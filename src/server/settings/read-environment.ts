// Reads single environment variables and collects the faults in them.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { shownAddress } from '../shown-address.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Each reader returns a fallback for a faulty value, and records the fault. */
export interface EnvironmentReader {
  readonly faults: readonly string[];
  fault(text: string): void;
  /** The names of the variables that are not empty. */
  names(): readonly string[];
  text(name: string): string | undefined;
  whole(
    name: string,
    range: { readonly fallback: number; readonly least?: number; readonly most?: number },
  ): number;
  /** One of a few words; the first is the fallback. */
  choice<const T extends string>(name: string, words: readonly [T, ...T[]]): T;
  /** A list separated by commas. */
  list(name: string): readonly string[];
  /** An http or https URL without user, password, query and fragment, and without a slash at its end. */
  httpUrl(name: string): string | undefined;
  /** The variable's value, or the content of the file that the variable with the suffix `_FILE` names. */
  secret(name: string): string | undefined;
  /** A secret that is sent in a header: one word of ASCII characters. */
  token(name: string): string | undefined;
}

export function readEnvironment(env: Environment, workingDirectory: string): EnvironmentReader {
  const faults: string[] = [];
  const fault = (text: string): void => void faults.push(text);
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const secret = (name: string): string | undefined => {
    const file = text(`${name}_FILE`);
    if (file === undefined) return text(name);
    if (text(name) !== undefined) {
      fault(`${name} and ${name}_FILE are both set; set one of them.`);
    }
    try {
      const value = readFileSync(resolve(workingDirectory, file), 'utf8').trim();
      if (value !== '') return value;
      fault(`${name}_FILE must name a file with the secret; "${file}" is empty.`);
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      fault(`${name}_FILE must name a file that can be read; "${file}" cannot (${reason}).`);
    }
    return undefined;
  };

  return {
    faults,
    fault,
    names: () => Object.keys(env).filter((name) => text(name) !== undefined),
    text,
    whole(name, { fallback, least = 0, most = Number.MAX_SAFE_INTEGER }) {
      const given = text(name);
      if (given === undefined) return fallback;
      const value = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
      if (value >= least && value <= most) return value;
      const bounds = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `${least} to ${most}`;
      fault(`${name} must be a whole number, ${bounds}; it is "${given}".`);
      return fallback;
    },
    choice(name, words) {
      const given = text(name) ?? words[0];
      const known = words.find((word) => word === given);
      if (known !== undefined) return known;
      const all = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
      fault(`${name} must be ${all}; it is "${given}".`);
      return words[0];
    },
    list: (name) =>
      (text(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    httpUrl(name) {
      const given = text(name);
      if (given === undefined) return undefined;
      const url = parseHttp(given);
      const isPlain = url !== undefined && url.username === '' && url.password === '';
      if (isPlain) return url.href.replace(/\/+$/, '');
      fault(
        `${name} must be an http or https URL without user, password and query; ` +
          `it is "${shownAddress(given)}".`,
      );
      return undefined;
    },
    secret,
    token(name) {
      const value = secret(name);
      if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
      fault(`${name} must consist of ASCII characters without spaces.`);
      return undefined;
    },
  };
}

/** An http or https URL without query and fragment. */
export function parseHttp(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url === undefined || !/^https?:$/.test(url.protocol) || url.search || url.hash
    ? undefined
    : url;
}

/** Names of address ranges that Fastify knows. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether the text is an address, or a range such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  if (RANGES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  // A prefix of 0 bits would trust everybody, who could then claim any caller address.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
