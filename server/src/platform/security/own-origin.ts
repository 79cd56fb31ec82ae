import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** The origin under which the caller reaches the product: the configured one, or else the request's own. */
export function originOf({ publicUrl, corsOrigins }: Config, request: FastifyRequest): string {
  if (publicUrl !== null) return publicUrl;
  const { origin } = request.headers;
  if (origin !== undefined && corsOrigins.includes(origin)) return origin;
  return `${request.protocol}://${request.host}`;
}
