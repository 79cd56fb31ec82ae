import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network an address stands for when tries are counted: an IPv4 address itself, an IPv6 address's /64, since
 * one household or machine has a whole /64 to choose from.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** An address as its owner may read it: recognisable, but not exact. */
export function coarseAddress(address: string): string {
  const plain = unmapped(address);
  if (isIPv4(plain)) return plain.replace(/\d+$/, 'x');
  return isIPv6(plain) ? `${groups(plain).slice(0, 3).join(':')}::/48` : '';
}

// The URL parser writes every spelling of an IPv6 address in one way.
function unmapped(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? /^::ffff:([\da-f]+):([\da-f]+)$/i.exec(canonical(bare));
  if (!mapped) return bare;
  const [, first = '', second] = mapped;
  if (second === undefined) return first;
  const bits = Number.parseInt(first, 16) * 65_536 + Number.parseInt(second, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function groups(address: string): string[] {
  const [left = '', right] = canonical(address).split('::');
  const head = left ? left.split(':') : [];
  const tail = right ? right.split(':') : [];
  const gap = right === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array.from({ length: gap }, () => '0'), ...tail];
}
