import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { coarseAddress, networkOf } from '../../../platform/http/network.ts';
import { DEVICE_TOKEN_SECONDS } from '../../../platform/security/tokens.ts';
import { deviceName } from './device-name.ts';

/** The client that a sign-in comes from. */
export interface ClientInfo {
  /** The network that limits count by. */
  network: string;
  /** The address without its last part. */
  address: string;
  /** Browser and system in the words users know. */
  device: string;
  /** The device token of an earlier sign-in; unverified. */
  deviceToken: string | null;
}

/** The form of a device token; anything else in the cookie is ignored. */
const DEVICE_TOKEN = /^[\w.-]{20,600}$/;

/**
 * Returns a cookie's full name and attributes. If a name starts with `__Host-`, browsers accept the cookie only from
 * this very origin, over TLS, for all paths.
 */
export function cookieFor(
  name: 'device' | 'sign-in',
  { publicUrl }: PublicAddress,
  { protocol }: FastifyRequest,
): { name: string; attributes: CookieSerializeOptions } {
  const isSecure = publicUrl?.startsWith('https:') ?? protocol === 'https';
  return isSecure
    ? { name: `__Host-${name}`, attributes: { path: '/', secure: true } }
    : { name, attributes: { path: '/api' } };
}

type PublicAddress = Pick<Config, 'publicUrl'>;

/** Returns the client of a request. */
export function clientInfoOf(request: FastifyRequest, config: PublicAddress): ClientInfo {
  const { ip, headers, server } = request;
  const token = server.parseCookie(headers.cookie ?? '')[cookieFor('device', config, request).name] ?? '';
  return {
    network: networkOf(ip),
    address: coarseAddress(ip),
    device: deviceName(headers['user-agent'] ?? ''),
    deviceToken: DEVICE_TOKEN.test(token) ? token : null,
  };
}

/** Makes this device known at the next sign-in. The cookie grants no access; scripts and other sites cannot read it. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  config: PublicAddress,
): void {
  const { name, attributes } = cookieFor('device', config, request);
  const limits = { maxAge: DEVICE_TOKEN_SECONDS, httpOnly: true, sameSite: 'strict' } as const;
  void reply.setCookie(name, token, { ...attributes, ...limits });
}
