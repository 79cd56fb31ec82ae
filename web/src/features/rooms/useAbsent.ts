import type { Participant } from '@cip/contracts/rooms/rooms';
import { useEffect, useRef, useState } from 'react';
import type { RoomState } from './connection/room-state.ts';

/** A participant who disconnects stays visible for this long (ms). */
const ABSENT_FOR_MS = 60_000;

/** Returns the participants who disconnected within the last minute and were not removed by this user. */
export function useAbsent({ participants, self, removed }: Pick<RoomState, 'participants' | 'self' | 'removed'>) {
  const known = useRef<readonly Participant[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const [absent, setAbsent] = useState<readonly Participant[]>([]);
  useEffect(() => {
    const isHere = ({ id }: Participant) => participants.some((participant) => participant.id === id);
    // If the list lacks this participant, it is not known yet.
    if (!self || !isHere(self)) return;
    const forget = (id: string) => setAbsent((before) => before.filter((participant) => participant.id !== id));
    const gone = known.current.filter((each) => !isHere(each) && !removed.includes(each.id));
    known.current = participants;
    for (const { id } of participants) clearTimeout(timers.current.get(id));
    for (const { id } of gone) timers.current.set(id, setTimeout(forget, ABSENT_FOR_MS, id));
    setAbsent((before) => [...before.filter((each) => !isHere(each)), ...gone]);
  }, [participants, self, removed]);
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);
  // A person who came back in a new place has the same name.
  return absent.filter(({ name }) => !participants.some((participant) => participant.name === name));
}
