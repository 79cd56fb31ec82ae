import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that an operator allows besides the public internet, as parsed CIDR ranges. */
export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** Public addresses that lead to the host of a virtual machine: Azure's agent. */
const HOSTS_OF_CLOUDS = new Set(['168.63.129.16']);
/** The addresses of IPv6 that are assigned to the internet (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Parses a CIDR range or an address. Throws if it is neither. */
export function parseNetwork(text: string): Networks[number] {
  if (isIP(text.split('/')[0] ?? '') === 0) throw new Error('This is not an address.');
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Returns whether an address belongs to the public internet: not private, local, shared, reserved or translated. */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (!address || address.range() !== 'unicast' || HOSTS_OF_CLOUDS.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** Returns whether an address is in one of the networks. */
export function isIn(text: string, networks: Networks): boolean {
  const address = parse(text);
  return networks.some(
    ([range, bits]) => address !== null && address.kind() === range.kind() && address.match(range, bits),
  );
}

// An IPv4 address mapped to IPv6 leads to the IPv4 address.
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}
