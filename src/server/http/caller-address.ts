// Reads the address of a caller as a proxy tells it: some proxies add the port of the connection.
import { isIP } from 'node:net';

/** `203.0.113.9:51234`, `[2001:db8::1]:443`, `[2001:db8::1]`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/** Without a port: the next connection of the same caller has another one. */
export function callerAddress(told: string): string {
  if (isIP(told) !== 0) return told;
  const [, bracketed, plain] = WITH_PORT.exec(told) ?? [];
  const address = bracketed ?? plain ?? '';
  return isIP(address) === 0 ? told : address;
}
