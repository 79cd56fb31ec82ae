import { useState } from 'react';
import { useStore } from '../../../shared/store.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';

/**
 * Returns if candidates see how many hidden tests pass, and the function that sets it; a choice counts until the room
 * has it.
 */
export function useSharing({ shownQuestions }: LiveRoom, id: string) {
  const { store, request } = shownQuestions;
  const stored = useStore(store, ({ sharesHidden = [] }) => sharesHidden.includes(id));
  const [wanted, setWanted] = useState<{ isShared: boolean; before: boolean } | null>(null);
  const share = async (isShared: boolean) => {
    setWanted({ isShared, before: stored });
    const ack = await request('question:share-hidden', { id, isShared });
    if (ack.ok) return;
    setWanted(null);
    toast('bad', ack.error.message);
  };
  // Forgotten then, because a colleague may take it back later.
  if (wanted !== null && wanted.before !== stored) setWanted(null);
  return [wanted?.isShared ?? stored, (next: boolean) => void share(next)] as const;
}
