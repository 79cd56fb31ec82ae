import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { useEffect, useState } from 'react';
import { findInterviewOnDevice } from '../../features/documents/device/kept-room.ts';
import { accountOfPage } from '../../features/outbox/account-of-page.ts';

/**
 * Returns the interview of a room that was open on this device, once the server is unreachable: null if there is none,
 * undefined while loading. It stays once found, because the room itself reconnects.
 */
export function useStoredInterview(roomCode: string, isAway: boolean): InterviewWithCode | null | undefined {
  const [stored, setStored] = useState<InterviewWithCode | null>();
  useEffect(() => {
    if (!isAway) return;
    void findInterviewOnDevice(roomCode, accountOfPage()?.user ?? '').then((found) =>
      setStored(found as InterviewWithCode | null),
    );
  }, [roomCode, isAway]);
  return stored;
}

/**
 * Returns the state of the user who typed offline in a room that no longer opens, to offer them the text: null if there
 * is none, or once they dismissed it.
 */
export function useLeftBy(roomCode: string, isClosed: boolean) {
  const state = useState<string | null>(null);
  const [, setLeftBy] = state;
  useEffect(() => {
    const user = accountOfPage()?.user;
    if (!isClosed || user === undefined) return;
    // Loads the document's code, which is not part of the shell.
    const looking = import('../../features/documents/device/orphaned-edits.ts');
    looking
      .then(({ findOrphanedText }) => findOrphanedText(roomCode, user))
      .then(
        (left) => setLeftBy(left && user),
        () => setLeftBy(null),
      );
  }, [roomCode, isClosed, setLeftBy]);
  return state;
}
