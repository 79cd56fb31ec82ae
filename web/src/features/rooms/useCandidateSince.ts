import type { Participant } from '@cip/contracts/rooms/rooms';
import { useEffect, useState } from 'react';
import { serverNow } from '../../shared/api/server-time.ts';

/** Returns since when the room has or had a candidate: the stored time, or when the first one came in; null before. */
export function useCandidateSince(participants: readonly Participant[], stored: string | null): string | null {
  const [seen, setSeen] = useState<string | null>(null);
  const isThere = participants.some(({ type }) => type === 'candidate');
  const isFirst = isThere && stored === null && seen === null;
  useEffect(() => {
    if (isFirst) setSeen(new Date(serverNow()).toISOString());
  }, [isFirst]);
  return stored ?? seen;
}
