// Makes batches of events with the cardinalities of a small dapp, each event with its own id.
import { randomBytes, randomUUID } from 'node:crypto';

const PAGES = Array.from({ length: 40 }, (_, n) => `/markets/${n}`);
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
];
const REFERRERS = ['', 'https://www.google.com/', 'https://x.com/', 'https://farcaster.xyz/'];
const TYPES = ['page', 'page', 'page', 'track', 'connect', 'signature', 'transaction'];

const pick = (list, n) => list[n % list.length];
const address = (n) => `0x${String(n % 5_000).padStart(40, 'a')}`;

const propertiesOf = (type, n) => {
  if (type === 'page')
    return { url: `https://app.example.com${pick(PAGES, n)}`, path: pick(PAGES, n) };
  if (type === 'track') return { revenue: (n % 100) / 4, currency: 'USD', pair: `ETH-${n % 30}` };
  if (type === 'connect') return { chain_id: 1, provider_name: 'MetaMask', rdns: 'io.metamask' };
  return {
    status: 'confirmed',
    chain_id: 8453,
    transaction_hash: `0x${randomBytes(32).toString('hex')}`,
    to: address(n + 7),
    value: '1000000000000000000',
    function_name: 'swapExactTokensForTokens',
  };
};

/** Makes one valid event of about 1,250 bytes. */
export const createEvent = (n) => {
  const type = pick(TYPES, n);
  const url = `https://app.example.com${pick(PAGES, n)}?utm_source=newsletter`;
  return {
    type,
    channel: 'web',
    version: '0',
    anonymous_id: randomUUID(),
    user_id: null,
    address: type === 'page' ? null : address(n),
    event: type === 'track' ? pick(['swap', 'quote', 'bridge'], n) : null,
    properties: propertiesOf(type, n),
    context: {
      user_agent: pick(AGENTS, n),
      locale: 'en-US',
      timezone: 'Europe/Berlin',
      location: 'DE',
      referrer: pick(REFERRERS, n),
      utm_source: 'newsletter',
      utm_medium: 'email',
      page_title: 'Markets',
      page_url: url,
      page_path: pick(PAGES, n),
      library_name: 'chaintrail',
      library_version: '0.1.0',
      browser: 'chrome',
      screen_width: 1920,
      screen_height: 1080,
      screen_density: 2,
      viewport_width: 1400,
      viewport_height: 900,
    },
    original_timestamp: new Date().toISOString(),
    sent_at: new Date().toISOString(),
    message_id: randomUUID(),
    session_id: randomUUID(),
  };
};

const ID = /"message_id":"[^"]*"/;
const TEMPLATES = 50;

/** Makes request bodies cheaply, so that the sender does not limit the measurement. Every event has a unique id. */
export const createBodies = (eventsPerBatch) => {
  const templates = Array.from({ length: TEMPLATES }, (_, t) =>
    Array.from({ length: eventsPerBatch }, (_, n) =>
      JSON.stringify(createEvent(t * 31 + n)).split(ID),
    ),
  );
  const run = randomBytes(4).toString('hex');
  let made = 0;
  return () => {
    const template = templates[made % TEMPLATES];
    made += 1;
    const events = template.map(
      ([before, after], n) => `${before}"message_id":"${run}-${made}-${n}"${after}`,
    );
    return `[${events.join(',')}]`;
  };
};
