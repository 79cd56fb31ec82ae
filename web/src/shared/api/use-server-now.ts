import { useEffect, useState } from 'react';
import { serverNow } from './server-time.ts';

/** Returns the server's time (ms since 1970), read again every `everyMs` milliseconds; null stops that. */
export function useServerNow(everyMs: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
