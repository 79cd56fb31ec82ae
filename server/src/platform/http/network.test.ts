import { describe, expect, it } from 'vitest';
import { coarseAddress, networkOf } from './network.ts';

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    // Some proxies add the port of the connection.
    ['192.0.2.7:50312', '192.0.2.7'],
    ['[2001:db8:1:2::ffff]:50312', '2001:db8:1:2::/64'],
    ['[::ffff:192.0.2.7]:50312', '192.0.2.7'],
    ['[2001:db8:1:2::ffff]', '2001:db8:1:2::/64'],
    ['', ''],
    ['unknown', ''],
    ['_hidden-7f3', ''],
    ['192.0.2.7:x', ''],
    ['192.0.2:80', ''],
  ])('assigns %s to the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['192.0.2.7', '192.0.2.x'],
    ['::ffff:192.0.2.7', '192.0.2.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['192.0.2.7:50312', '192.0.2.x'],
    ['nonsense', ''],
  ])('coarsens %s to %s', (address, coarse) => {
    expect(coarseAddress(address)).toBe(coarse);
  });
});
