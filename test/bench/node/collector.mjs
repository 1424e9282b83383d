// A process that accepts every batch at once, and reports afterwards what it received.
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

let bodies = [];
let bytes = 0;

/** Counts the events after the run, by the event name that each contains exactly once. */
const countEvents = () =>
  bodies.reduce((sum, [body, encoding]) => {
    const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString();
    return sum + text.split('SwapCompleted').length - 1;
  }, 0);

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ bytes, requests: bodies.length, events: countEvents() }));
    bodies = [];
    bytes = 0;
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    bytes += body.length;
    bodies.push([body, request.headers['content-encoding']]);
    response.setHeader('content-type', 'application/json');
    response.end('{"successful_rows":1,"quarantined_rows":0,"status":1}');
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
