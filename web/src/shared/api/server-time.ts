const SECOND_MS = 1_000;

/** How far the server's clock is ahead of this page's monotonic one, in milliseconds; null before the first answer. */
let offset: number | null = null;

interface ServerTime {
  /** The server's clock showed a time between these two when it answered; milliseconds since 1970. */
  from: number;
  to: number;
  /** When it was asked, by `performance.now()`. */
  sentAt: number;
}

/** Notes the time an answer of the server carries, as it arrives. An answer that took long says less than a quick one. */
export function noteServerTime({ from, to, sentAt }: ServerTime): void {
  const [least, most] = [from - performance.now(), to - sentAt];
  offset = Math.min(Math.max(offset ?? (least + most) / 2, least), most);
}

/** Notes the time in the header of an HTTP answer, which is cut down to its second. */
export function noteDateHeader({ headers }: Response, sentAt: number): void {
  const from = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(from)) noteServerTime({ from, to: from + SECOND_MS, sentAt });
}

/** The server's time in milliseconds since 1970; before its first answer, the time of this device. */
export function serverNow(): number {
  return offset === null ? Date.now() : performance.now() + offset;
}
