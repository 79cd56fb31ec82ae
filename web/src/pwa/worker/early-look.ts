/** An interview that is being asked for before its page is here, by address. */
const looks = new Map<string, Promise<Response>>();
/** A page that has not asked by then will not, in milliseconds. */
const KEPT_MS = 10_000;

/** Asks for the interview of a candidate's link while the page is still made: the page asks for nothing else first. */
export function lookAhead(page: URL): void {
  const [, roomCode] = /^\/codeshare\/([\w-]+)$/.exec(page.pathname) ?? [];
  if (roomCode === undefined || !navigator.onLine) return;
  const url = new URL(`/api/public/session/${roomCode}`, page).href;
  const look = fetch(url, { headers: { accept: 'application/json' } });
  // Who takes it hears of a failure.
  look.catch(() => undefined);
  looks.set(url, look);
  setTimeout(() => looks.get(url) === look && looks.delete(url), KEPT_MS);
}

/** The answer that was asked for ahead, once; undefined when there is none. */
export function takeLook({ method, url }: Request): Promise<Response> | undefined {
  const look = method === 'GET' ? looks.get(url) : undefined;
  looks.delete(url);
  return look;
}
