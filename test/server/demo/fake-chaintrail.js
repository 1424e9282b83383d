// Stands for the script tag of the SDK: page views, wallets, and the methods that the demo page calls.
const storageKey = 'fake-chaintrail';
let anonymousId = localStorage.getItem(storageKey) ?? crypto.randomUUID();
localStorage.setItem(storageKey, anonymousId);

const waiting = [];
let userId = '';
let address = '';
let sequence = 0;

async function send() {
  const batch = [...waiting];
  try {
    const response = await fetch('/sink', { method: 'POST', body: JSON.stringify(batch) });
    if (response.ok) waiting.splice(0, batch.length);
  } catch {
    // The events stay in the queue.
  }
  if (waiting.length > 0) setTimeout(send, 500);
}

function record(type, event, properties) {
  sequence += 1;
  waiting.push({
    message_id: `${Date.now()}-${String(sequence).padStart(4, '0')}`,
    anonymous_id: anonymousId,
    type,
    event,
    properties,
    user_id: userId,
    address,
    timestamp: Date.now(),
  });
  if (waiting.length === 1) void send();
}

function watch({ info, provider }) {
  const wallet = { provider_name: info.name, rdns: info.rdns };
  const request = provider.request.bind(provider);
  const statuses = {
    personal_sign: ['signature', 'requested', 'confirmed'],
    eth_signTypedData_v4: ['signature', 'requested', 'confirmed'],
    eth_sendTransaction: ['transaction', 'started', 'broadcasted'],
  };
  record('detect', '', wallet);
  provider.request = async (args) => {
    const [type, before, after] = statuses[args.method] ?? [];
    const chain_id = Number(await request({ method: 'eth_chainId' }).catch(() => 0));
    if (type) record(type, '', { status: before, method: args.method, chain_id });
    try {
      const result = await request(args);
      if (args.method === 'eth_requestAccounts') {
        address = result[0];
        record('connect', '', { ...wallet, chain_id });
      }
      const transaction_hash = type === 'transaction' ? { transaction_hash: result } : {};
      if (type) record(type, '', { status: after, method: args.method, ...transaction_hash });
      return result;
    } catch (error) {
      if (type) record(type, '', { status: 'rejected', error_code: error.code });
      throw error;
    }
  };
}

window.addEventListener('eip6963:announceProvider', (event) => watch(event.detail));
window.dispatchEvent(new Event('eip6963:requestProvider'));

window.chaintrail = {
  track: (event, properties) => record('track', event, properties),
  identify(identity, traits) {
    userId = identity.userId;
    record('identify', '', traits);
  },
  reset() {
    anonymousId = crypto.randomUUID();
    localStorage.setItem(storageKey, anonymousId);
  },
  stats: () => ({ queued: waiting.length }),
  anonymousId: () => anonymousId,
};
record('page', '', { url: location.href, path: location.pathname });
