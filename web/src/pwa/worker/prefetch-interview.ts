import { roomCodeIn } from '@cip/contracts/interviews/room-links';

/** Requests for interviews whose page has not loaded yet, by address. */
const pending = new Map<string, Promise<Response>>();
/** If a page has not requested the interview by then, it will not (ms). */
const KEEP_MS = 10_000;

/** Requests the interview of a candidate's link while its page still loads, because it is the page's first request. */
export function prefetchInterview(page: URL): void {
  const [, part] = /^\/codeshare\/(.+)$/.exec(page.pathname) ?? [];
  if (part === undefined || !navigator.onLine) return;
  const roomCode = roomCodeIn(part);
  const url = new URL(`/api/public/session/${roomCode}`, page).href;
  const reply = fetch(url, { headers: { accept: 'application/json' } });
  // The page that takes the reply handles its failure.
  reply.catch(() => undefined);
  pending.set(url, reply);
  setTimeout(() => pending.get(url) === reply && pending.delete(url), KEEP_MS);
}

/** Returns the prefetched reply to a request, at most once; undefined if there is none. */
export function takePrefetched({ method, url }: Request): Promise<Response> | undefined {
  const reply = method === 'GET' ? pending.get(url) : undefined;
  pending.delete(url);
  return reply;
}
