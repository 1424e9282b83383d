// Reads the single line that each side of the admin channel sends.
import type { Socket } from 'node:net';

/**
 * The text before the first line end, or before the end of the stream.
 *
 * @throws when the line is longer than `maxBytes`, and what the socket throws
 */
export async function readLine(socket: Socket, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // Not `for await`, which would destroy the socket before the answer is written.
  return new Promise((resolve, reject) => {
    const done = () => resolve(Buffer.concat(parts).toString('utf8').split('\n', 1)[0] ?? '');
    socket.once('error', reject);
    socket.once('end', done);
    socket.once('close', done);
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes > maxBytes) reject(new Error(`A line has more than ${maxBytes} bytes.`));
      else if (part.includes(10)) done();
    });
  });
}
