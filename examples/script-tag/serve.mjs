// Serves index.html with your write key in it. On a site of your own you paste the key into the page.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { WRITE_KEY, API_HOST = 'http://127.0.0.1:4318', PORT = '5173' } = process.env;
if (!WRITE_KEY) throw new Error('Set WRITE_KEY to the write key that the server printed.');

const page = readFileSync(new URL('index.html', import.meta.url), 'utf8')
  .replace('http://127.0.0.1:4318', API_HOST)
  .replace('WRITE_KEY', WRITE_KEY);

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
