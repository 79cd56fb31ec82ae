/** Responses that a page gets instead of the server's while it cannot reach the server. */
export const UNREACHABLE: [what: string, answer: () => Promise<Response>][] = [
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
  ["a network's sign-in page", () => page(200)],
  ["a network's refusal", () => page(403)],
  ['a balancer without a server', () => page(502)],
  ['a balancer with an empty reply', () => Promise.resolve(new Response('', { status: 503 }))],
  ['a balancer that timed out', () => Promise.resolve(Response.json({}, { status: 504 }))],
];

function page(status: number): Promise<Response> {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return Promise.resolve(new Response('<!doctype html><title>Welcome</title>', { status, headers }));
}
