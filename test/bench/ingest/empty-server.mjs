// A server on the same HTTP framework that reads the same bodies and answers 200 without doing any work.
import Fastify from 'fastify';

const app = Fastify({ logger: false, bodyLimit: 2_000_000 });
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/v0/raw_events', async () => ({ successful_rows: 20, quarantined_rows: 0 }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
