// A service on Fastify: every event of a request is about the visitor whose request it is.
import { createServerTracker, fastifyTracking } from 'chaintrail/node';
import Fastify from 'fastify';

const { WRITE_KEY, API_HOST = 'http://127.0.0.1:4318', PORT = '3000', SPOOL } = process.env;
if (!WRITE_KEY) throw new Error('Set WRITE_KEY to the write key that the server printed.');

const tracker = createServerTracker({
  writeKey: WRITE_KEY,
  apiHost: API_HOST,
  // With a folder, what was accepted survives kill -9.
  ...(SPOOL ? { spool: SPOOL } : {}),
});

/** Far from the request, and still within it. */
const placeOrder = async (amount) => {
  await tracker.track('order_placed', { revenue: amount });
};

const app = Fastify();
app.register(fastifyTracking(tracker));
app.post('/orders', async ({ body }) => {
  await placeOrder(body.amount);
  return { ok: true };
});
// Sends what waits before the process ends.
app.addHook('onClose', () => tracker.close({ timeoutMs: 5_000 }));

console.log(await app.listen({ port: Number(PORT), host: '127.0.0.1' }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close());
