import type { InterviewWithCode } from '@cip/contracts/interviews';
import { useEffect, useState } from 'react';
import { findOfflineDocument } from '../../features/documents/device/offline-document.ts';
import { accountOfPage } from '../../features/outbox/account-of-page.ts';

/**
 * The interview that this device kept while its interviewer typed offline; looked for when the server is away. Null
 * when there is none, undefined until that is known. Once found it stays: the room itself comes back to the server.
 */
export function useKeptInterview(roomCode: string, isAway: boolean): InterviewWithCode | null | undefined {
  const [kept, setKept] = useState<InterviewWithCode | null>();
  useEffect(() => {
    if (!isAway) return;
    void findOfflineDocument(roomCode, accountOfPage()?.user ?? '').then((found) =>
      setKept(found ? (found.interview as InterviewWithCode) : null),
    );
  }, [roomCode, isAway]);
  return kept;
}

/** Who typed offline in a room that does not open any more, so that they are given the text; null when nobody did. */
export function useLeftBy(roomCode: string, isClosed: boolean): string | null {
  const [leftBy, setLeftBy] = useState<string | null>(null);
  useEffect(() => {
    const user = accountOfPage()?.user;
    if (!isClosed || user === undefined) return;
    // With the document's code, which the shell does without.
    const looking = import('../../features/documents/device/orphaned-edits.ts');
    looking
      .then(({ findOrphanedText }) => findOrphanedText(roomCode, user))
      .then(
        (left) => setLeftBy(left && user),
        () => setLeftBy(null),
      );
  }, [roomCode, isClosed]);
  return leftBy;
}
