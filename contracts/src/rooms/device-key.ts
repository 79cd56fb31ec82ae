import { Type } from 'typebox';
import { Closed } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';

/** 32 bytes in base64url. */
const Coordinate = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 });

/**
 * An account's P-256 key as a JWK. A device stores the public half, which encrypts the data of an account after it
 * signed out; a device gets the private half, which decrypts it, only if it signs in again.
 */
export const DeviceKey = Closed({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Coordinate,
  y: Coordinate,
  d: Coordinate,
});
export type DeviceKey = Type.Static<typeof DeviceKey>;

export const getDeviceKey = endpoint({
  method: 'GET',
  url: '/user/device-key',
  access: 'account',
  tag: 'Account',
  summary: 'The key that opens what a device keeps sealed for you',
  reply: DeviceKey,
});
