// The sender, a process of its own: sends batches over keep-alive connections by autocannon, and prints the result.
import autocannon from 'autocannon';
import { createBodies } from './events.mjs';

const { url, writeKey, requests, eventsPerBatch, connections } = JSON.parse(process.argv[2]);
const nextBody = createBodies(eventsPerBatch);

const result = await autocannon({
  url,
  connections,
  amount: requests,
  requests: [
    {
      method: 'POST',
      path: '/v0/raw_events',
      headers: { authorization: `Bearer ${writeKey}`, 'content-type': 'application/json' },
      setupRequest: (request) => ({ ...request, body: nextBody() }),
    },
  ],
});
const { p50, p99 } = result.latency;
console.log(JSON.stringify({ ok: result['2xx'], other: result.non2xx + result.errors, p50, p99 }));
