const SECOND_MS = 1_000;

/** Offset of the server's clock from this page's monotonic clock, in milliseconds; null before the first reply. */
let offset: number | null = null;

interface ServerTime {
  /** The server's clock was between these two times when it replied; milliseconds since 1970. */
  from: number;
  to: number;
  /** When the request was sent, by `performance.now()`. */
  sentAt: number;
}

/** Notes the server's time from a reply that arrives now. If the reply is slow, it narrows the offset less. */
export function noteServerTime({ from, to, sentAt }: ServerTime): void {
  const [least, most] = [from - performance.now(), to - sentAt];
  offset = Math.min(Math.max(offset ?? (least + most) / 2, least), most);
}

/** Notes the time of an HTTP reply's `date` header, which is truncated to the second. */
export function noteDateHeader({ headers }: Response, sentAt: number): void {
  const from = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(from)) noteServerTime({ from, to: from + SECOND_MS, sentAt });
}

/** Returns the server's time in milliseconds since 1970; before its first reply, the time of this device. */
export function serverNow(): number {
  return offset === null ? Date.now() : performance.now() + offset;
}
