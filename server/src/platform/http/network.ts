import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an address for limits: an IPv4 address itself, or an IPv6 address's /64, because one household
 * or machine has a whole /64. Returns '' if the text is not an address: all such clients count as one network.
 */
export function networkOf(address: string): string {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? `${groups(parsed, 4)}::/64` : (parsed?.toString() ?? '');
}

/** Returns an address shortened for its owner to read (IPv4 /24, IPv6 /48); '' if it is not an address. */
export function coarseAddress(address: string): string {
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv6) return `${groups(parsed, 3)}::/48`;
  return parsed?.toString().replace(/\d+$/, 'x') ?? '';
}

/** Parses an address, without its port and zone; an IPv4 address mapped to IPv6 becomes IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = withoutPort(address).replace(/%.*$/, '');
  // ipaddr.js alone also accepts octal, hexadecimal and shortened IPv4 addresses.
  return isIP(plain) === 0 ? null : ipaddr.process(plain);
}

// Some proxies add the port of the connection, which would make each connection a network of its own.
const withoutPort = (address: string) => address.replace(/^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/, '$1$2');
const groups = ({ parts }: ipaddr.IPv6, count: number) =>
  parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');
