import { describe, expect, it } from 'vitest';
import { isIn, isPublic, parseNetwork } from './networks.ts';

describe('an address', () => {
  it.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:2800:220:1:248:1893:25c8:1946'])(
    'treats %s as public',
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback beside 127.0.0.1', '127.255.255.254'],
    ['private, 10/8', '10.0.0.1'],
    ['private, 172.16/12', '172.31.255.255'],
    ['private, 192.168/16', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['cloud metadata', '169.254.169.254'],
    ['the agent of a cloud', '168.63.129.16'],
    ['shared by a carrier', '100.64.0.1'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation, 198.51.100/24', '198.51.100.7'],
    ['documentation, 203.0.113/24', '203.0.113.7'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 unique local', 'fd00:ec2::254'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv4 mapped to IPv6', '::ffff:127.0.0.1'],
    ['IPv4 mapped, in groups', '::ffff:a00:1'],
    ['IPv4 compatible', '::7f00:1'],
    ['translated (NAT64)', '64:ff9b::7f00:1'],
    ['translated by a local prefix', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['a decimal number', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('treats an address that is %s as not public', (_, address) => {
    expect(isPublic(address)).toBe(false);
  });

  it('allows the networks of the operator', () => {
    const networks = [parseNetwork('10.1.0.0/16'), parseNetwork('fd00::/8'), parseNetwork('192.168.0.7')];

    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', '192.168.0.7'].map((address) => isIn(address, networks))).toEqual(
      [true, true, true, true],
    );
    expect(['10.2.0.1', 'fe80::1', '192.168.0.8', 'name', ''].some((address) => isIn(address, networks))).toBe(false);
  });
});
