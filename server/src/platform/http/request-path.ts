import type { FastifyRequest } from 'fastify';

type RequestAddress = Pick<FastifyRequest, 'url' | 'routeOptions'>;

/** Returns whether a request is to the API, by its route or else its path, in any encoding of the address. */
export function isApiRequest({ url, routeOptions }: RequestAddress): boolean {
  return [routeOptions.url ?? '', pathOf(url)].some((path) => /^\/api(?:\/|$)/.test(path));
}

/** Returns the path of an address as the router reads it: decoded, without host and query. */
export function pathOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
