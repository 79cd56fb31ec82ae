import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { coarseAddress, networkOf } from '../../../platform/http/network.ts';
import { DEVICE_TOKEN_SECONDS } from '../../../platform/security/tokens.ts';
import { deviceName } from './device-name.ts';

/** Where a sign-in comes from. */
export interface Visitor {
  /** The network tries are counted for. */
  network: string;
  /** The address, made coarse. */
  address: string;
  /** Browser and system, as a person would call them. */
  device: string;
  /** What an earlier sign-in left on this device; unverified. */
  deviceToken: string | null;
}

/**
 * The cookie's name and where it is sent. Browsers let nothing but this very origin set one with the prefix, by TLS
 * alone and for every path.
 */
function cookieFor({ publicUrl }: PublicAddress, { protocol }: FastifyRequest): { name: string; rules: string } {
  const isSecure = publicUrl?.startsWith('https:') ?? protocol === 'https';
  return isSecure ? { name: '__Host-device', rules: 'Path=/; Secure' } : { name: 'device', rules: 'Path=/api' };
}

type PublicAddress = Pick<Config, 'publicUrl'>;

/** What a request tells of where it comes from. */
export function visitorOf(request: FastifyRequest, config: PublicAddress): Visitor {
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

/** Makes this device known at the next sign-in. The cookie opens nothing; scripts and other sites never see it. */
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
