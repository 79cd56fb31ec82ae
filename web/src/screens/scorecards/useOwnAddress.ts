import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** How long the address shows the list of sessions after an interview (ms): as long as the toast about the end. */
const MASKED_FOR_MS = 3_000;

/** Gives the page of a session its own address, once the end of the interview has led to the list's. */
export function useOwnAddress(interviewId: string, after = MASKED_FOR_MS): void {
  const router = useRouter();
  useEffect(() => {
    if (router.latestLocation.maskedLocation === undefined) return;
    const timer = setTimeout(() => router.history.replace(`/sessions/${interviewId}`), after);
    return () => clearTimeout(timer);
  }, [router, interviewId, after]);
}
