// Decides which parts of a URL may be sent: where it is, and the parameters that name a campaign.
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

/** What else may be sent. */
export interface Redaction {
  /** Names of parameters whose values are kept. */
  readonly query?: readonly string[] | undefined;
  /**
   * The app's own parameters that name who referred the visitor. Their values are kept, though they
   * may look as random as a token.
   */
  readonly campaign?: readonly string[] | undefined;
  /** Keeps fragments that are no route. */
  readonly hash?: boolean | undefined;
  /** Keeps what looks like a secret. */
  readonly secrets?: boolean | undefined;
}

/**
 * Of a path, of a query and of a fragment: the server keeps no more of a URL. A link may have a
 * megabyte, which would take seconds to search for secrets, and make each event too large to be sent.
 */
const MOST_CHARACTERS = 2_048;

/** A text with its secrets hidden. */
export const redactText = (
  text: string,
  { secrets }: Redaction = {},
  isCampaign?: boolean,
): string => {
  const short = text.substring(0, MOST_CHARACTERS);
  return secrets ? short : scrub(short, isCampaign);
};

/** A query with every value hidden but the campaign's. A value without a name is hidden too. */
export const redactQuery = (search: string, redaction: Redaction = {}): string =>
  search
    .substring(0, MOST_CHARACTERS)
    .replace(/([?&])([^&=]*)(=?)([^&]*)/g, (pair, mark, name, equals, value) => {
      const isCampaign = [...CAMPAIGN_PARAMETERS, ...(redaction.campaign ?? [])].includes(name);
      if (pair === mark || isCampaign || redaction.query?.includes(name)) {
        return mark + name + equals + redactText(value, redaction, isCampaign);
      }
      return `${mark}${equals && redactText(name, redaction) + equals}redacted`;
    });

/** A fragment by which an app routes (`#/pools`, `#!/pools`) is a path with a query; others are left out. */
const redactHash = (hash: string, redaction: Redaction): string => {
  if (redaction.hash) return redactText(hash, redaction);
  // An app that routes by fragments may get a sign-in's answer as `#/access_token=...`: it is read
  // as a query, so that the token is hidden.
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
