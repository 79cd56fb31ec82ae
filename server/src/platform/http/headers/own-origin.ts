import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/** Returns the origin under which the client reaches the product: the configured one, or the request's. */
export function originOf({ publicUrl, corsOrigins }: Config, request: FastifyRequest): string {
  if (publicUrl !== null) return publicUrl;
  const { origin } = request.headers;
  if (origin !== undefined && corsOrigins.includes(origin)) return origin;
  return `${request.protocol}://${request.host}`;
}
