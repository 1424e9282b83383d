// What `chaintrail serve` prints when it has started: addresses, keys, and the next things to try.

export interface BannerFacts {
  /** Where callers reach the server (PUBLIC_URL, or where it listens). */
  readonly url: string;
  /** Where the server itself listens. */
  readonly listensAt: string;
  /** The server listens on all addresses (0.0.0.0 or ::) while PUBLIC_URL is not set. */
  readonly isUnnamed?: boolean;
  readonly writeKey: string;
  /** Present only at the first start. */
  readonly apiKey?: string | undefined;
  readonly dataDirectory: string;
  /** Whether the demo is served. */
  readonly demo: boolean;
}

export function banner({
  url,
  listensAt,
  isUnnamed = false,
  writeKey,
  apiKey,
  dataDirectory,
  demo,
}: BannerFacts): string {
  const behind = isUnnamed
    ? '\nother machines cannot reach the addresses below: set PUBLIC_URL to the address of this server for them'
    : listensAt === url
      ? ''
      : `\nlistens at ${listensAt}; PUBLIC_URL must lead there`;
  return `
Chaintrail serves ${url}${behind}
data: ${dataDirectory}

dashboard: ${url}/ (sign in with an API key)
docs:      ${url}/docs
demo:      ${demo ? `${url}/demo` : 'off (the default if other machines can reach the server; DEMO=on turns it on)'}
write key: ${writeKey}
${
  apiKey === undefined
    ? `API key:   shown once, at the first start. To make another while this runs:
           ${keysCommand(dataDirectory)}`
    : `API key:   ${apiKey}\n           (all scopes; shown only once, so keep it now)`
}

In a page:
  <script async src="${url}/chaintrail.js" data-write-key="${writeKey}"></script>

In an app (install it: ${url}/docs/quick-start#install-the-sdk):
  import { createTracker } from 'chaintrail';
  const tracker = createTracker({ writeKey: '${writeKey}', apiHost: '${url}' });
  tracker.track('signup');

Read the top events:
  curl -H "Authorization: Bearer ${apiKey ?? '$CHAINTRAIL_API_KEY'}" "${url}/v0/top_events"

Stop with Ctrl-C.
`;
}

const keysCommand = (dataDirectory: string): string =>
  `${onFolder(dataDirectory)} npx chaintrail keys create --name admin --scopes all`;

/** The prefix that makes a shell command work on this data folder: an assignment of CHAINTRAIL_DATA. */
export const onFolder = (dataDirectory: string): string =>
  `CHAINTRAIL_DATA='${dataDirectory.replaceAll("'", "'\\''")}'`;
