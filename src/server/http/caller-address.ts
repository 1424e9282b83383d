// Reads the addresses that proxies tell: some proxies add the port of the connection.
import type { IncomingHttpHeaders } from 'node:http';
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

/**
 * Before TRUST_PROXY is applied to the header: with a port, the address of a trusted proxy would pass for the visitor's,
 * and all visitors behind it for one.
 */
export function dropPorts(headers: IncomingHttpHeaders): void {
  const told = headers['x-forwarded-for'];
  if (typeof told !== 'string') return;
  headers['x-forwarded-for'] = told
    .split(',')
    .map((address) => callerAddress(address.trim()))
    .join(',');
}
