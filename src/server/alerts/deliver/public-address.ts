// Tells which addresses are on the public internet: deliveries go nowhere else (decision N-16).
import { BlockList, isIP } from 'node:net';

/**
 * All ranges that are not globally reachable, by the IANA registries of special-purpose addresses:
 * https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry. They include
 * the metadata services that give cloud machines their credentials (169.254.169.254, 100.100.100.200,
 * fd00:ec2::254).
 */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Special ranges inside 2000::/3: they embed IPv4 addresses, or are for documentation. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [address, bits] of SPECIAL_V4) special.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of SPECIAL_V6) special.addSubnet(address, bits, 'ipv6');

/** Global unicast. All other ranges are local, or embed an IPv4 address (`::ffff:`, `64:ff9b::`). */
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

/** @param address IPv4 in four decimal parts, or IPv6 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && publicV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** @param hostname of a parsed URL, so decimal, octal and hexadecimal IPv4 forms are already in four parts */
export function isPublicHost(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(name) === 0 ? !/^(.*\.)?localhost$/i.test(name) : isPublicAddress(name);
}
