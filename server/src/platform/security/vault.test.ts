import { expect, it } from 'vitest';
import { createVault } from './vault.ts';

const vault = createVault('q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u');
const other = createVault('another secret of the same length');

it('decrypts what it encrypted, with a new ciphertext each time', () => {
  const [first, second] = [vault.seal('JBSWY3DPEHPK3PXP'), vault.seal('JBSWY3DPEHPK3PXP')];

  expect(first).not.toBe(second);
  expect(first).not.toContain('JBSWY3DPEHPK3PXP');
  expect(vault.open(first)).toBe('JBSWY3DPEHPK3PXP');
  expect(vault.open(second)).toBe('JBSWY3DPEHPK3PXP');
});

it('rejects ciphertexts of another key and modified ones', () => {
  const sealed = vault.seal('secret');
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;

  expect(other.open(sealed)).toBeNull();
  expect(vault.open(changed)).toBeNull();
  expect(vault.open('')).toBeNull();
});

it('computes digests that depend on the key', () => {
  expect(vault.digest('192.0.2.7')).toBe(vault.digest('192.0.2.7'));
  expect(vault.digest('192.0.2.7')).not.toBe(other.digest('192.0.2.7'));
});

it('derives equal bytes for equal names and keys only', () => {
  expect(vault.derive('a')).toHaveLength(32);
  expect(vault.derive('a')).toEqual(vault.derive('a'));
  expect(vault.derive('a')).not.toEqual(vault.derive('b'));
  expect(vault.derive('a')).not.toEqual(other.derive('a'));
});
