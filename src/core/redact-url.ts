// What of an address may be told: where it is, and the parameters that name a campaign.
import { CAMPAIGN_PARAMETERS } from '../protocol/campaign.js';
import { scrub } from './scrub.js';

/** The parts of a `URL` or of `location` that are read. */
export interface Address {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash?: string;
}

/** What may be told besides. */
export interface Redaction {
  /** Names of parameters. */
  readonly query?: readonly string[] | undefined;
  /** Those of the app's own that name who referred the visitor: as random as a token may be. */
  readonly campaign?: readonly string[] | undefined;
  /** Fragments that are no route. */
  readonly hash?: boolean | undefined;
  /** What looks like a secret. */
  readonly secrets?: boolean | undefined;
}

/** The server keeps no more of an address, and searching for secrets takes its time. */
const MOST_CHARACTERS = 2_048;

/** A text with its secrets hidden. */
export const redactText = (
  text: string,
  { secrets }: Redaction = {},
  isCampaign?: boolean,
): string => {
  const short = text.slice(0, MOST_CHARACTERS);
  return secrets ? short : scrub(short, isCampaign);
};

/** A query with every value hidden but the campaign's. A value without a name is hidden too. */
export const redactQuery = (search: string, redaction: Redaction = {}): string =>
  search.replace(/([?&])([^&=]*)(=?)([^&]*)/g, (pair, mark, name, equals, value) => {
    const isCampaign = [...CAMPAIGN_PARAMETERS, ...(redaction.campaign ?? [])].includes(name);
    if (pair === mark || isCampaign || redaction.query?.includes(name)) {
      return mark + name + equals + redactText(value, redaction, isCampaign);
    }
    return equals ? `${mark}${redactText(name, redaction)}=redacted` : `${mark}redacted`;
  });

/** A fragment by which an app routes (`#/pools`, `#!/pools`) is a path with a query; others are left out. */
const redactHash = (hash: string, redaction: Redaction): string => {
  if (redaction.hash) return redactText(hash, redaction);
  // Where an app routes, the answers of a sign-in stand as `#/access_token=...`.
  const [, path = '', query = ''] =
    /^(#!?\/[^?&]*)(.*)/.exec(hash.replace(/^(#!?\/)(?=[^/?&]*=)/, '$1?')) ?? [];
  return redactText(path, redaction) + redactQuery(query, redaction);
};

/** The address without credentials, its query and fragment redacted. */
export const redactUrl = (
  { protocol, host, pathname, search, hash = '' }: Address,
  redaction: Redaction = {},
): string =>
  `${protocol}//${host}${redactText(pathname, redaction)}${redactQuery(search, redaction)}${redactHash(hash, redaction)}`;
