import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
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

/**
 * Returns the cookie's name and path. With the `__Host-` prefix, browsers accept a cookie only from this very origin,
 * over TLS, for all paths.
 */
function cookieFor({ publicUrl }: PublicAddress, { protocol }: FastifyRequest): { name: string; rules: string } {
  const isSecure = publicUrl?.startsWith('https:') ?? protocol === 'https';
  return isSecure ? { name: '__Host-device', rules: 'Path=/; Secure' } : { name: 'device', rules: 'Path=/api' };
}

type PublicAddress = Pick<Config, 'publicUrl'>;

/** Returns the client of a request. */
export function clientInfoOf(request: FastifyRequest, config: PublicAddress): ClientInfo {
  const { ip, headers } = request;
  const cookie = new RegExp(`(?:^|; )${cookieFor(config, request).name}=([\\w.-]{20,600})(?:;|$)`).exec(
    headers.cookie ?? '',
  );
  return {
    network: networkOf(ip),
    address: coarseAddress(ip),
    device: deviceName(headers['user-agent'] ?? ''),
    deviceToken: cookie?.[1] ?? null,
  };
}

/** Makes this device known at the next sign-in. The cookie grants no access; scripts and other sites cannot read it. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  config: PublicAddress,
): void {
  const { name, rules } = cookieFor(config, request);
  const value = `${name}=${token}; ${rules}; Max-Age=${DEVICE_TOKEN_SECONDS}; HttpOnly; SameSite=Strict`;
  void reply.header('set-cookie', value);
}
