import { createECDH } from 'node:crypto';
import type { DeviceKey } from '@cip/contracts/rooms/device-key';
import type { Vault } from '../../../platform/security/vault.ts';

const COORDINATE_BYTES = 32;

/**
 * Returns the key for encryption on an account's devices. It is derived, not stored: the same on every node and after
 * every restart, until the server's secret changes.
 */
export function deviceKeyOf(vault: Vault, userId: string): DeviceKey {
  const secret = vault.derive(`device key of ${userId}`);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  // An uncompressed point: one byte for the format, then x and y.
  const point = pair.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
    d: secret.toString('base64url'),
  };
}
