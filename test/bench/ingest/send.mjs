// The sender, a process of its own: batches over kept connections, by autocannon. Prints what came of it.
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
