import type { FastifyReply, FastifyRequest } from 'fastify';
import { coarseAddress, networkOf } from '../../platform/network.ts';
import { DEVICE_TOKEN_SECONDS } from '../../platform/tokens.ts';
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

const COOKIE = 'device';

/** What a request tells of where it comes from. */
export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  const cookie = new RegExp(`(?:^|; )${COOKIE}=([\\w.-]{20,600})(?:;|$)`).exec(headers.cookie ?? '');
  return {
    network: networkOf(ip),
    address: coarseAddress(ip),
    device: deviceName(headers['user-agent'] ?? ''),
    deviceToken: cookie?.[1] ?? null,
  };
}

/** Makes this device known at the next sign-in. The cookie opens nothing; scripts and other sites never see it. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const rules = `Path=/api; Max-Age=${DEVICE_TOKEN_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
  void reply.header('set-cookie', `${COOKIE}=${token}; ${rules}`);
}
