import type { FastifyRequest } from 'fastify';

type Addressed = Pick<FastifyRequest, 'url' | 'routeOptions'>;

/** Whether a request is one to the API, however its address is written: by the route it reached, or else its path. */
export function isApiRequest({ url, routeOptions }: Addressed): boolean {
  return [routeOptions.url ?? '', pathOf(url)].some((path) => /^\/api(?:\/|$)/.test(path));
}

/** The path of an address as the router reads it: without host and query, and decoded. */
export function pathOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
