import { useEffect, useState } from 'react';
import {
  deleteDeviceRows,
  readDeviceRows,
  roomsWithUnsentText,
} from '../../../features/documents/device/device-rows.ts';
import { accountOfPage } from '../../../features/outbox/account-of-page.ts';
import { outbox } from '../../../features/outbox/page-outbox.ts';

/**
 * Returns the codes of the rooms in which the signed-in user typed something that perhaps only this device has: no
 * ack came, and no queued save contains it.
 */
export async function readUnsentRooms(): Promise<string[]> {
  const user = accountOfPage()?.user;
  if (user === undefined) return [];
  const saved = new Set((await outbox.list()).map(({ roomCode }) => roomCode));
  return (await roomsWithUnsentText(user)).filter((room) => !saved.has(room));
}

/** Deletes the signed-in user's edits that the server does not have. */
export async function discardUnsentRooms(): Promise<void> {
  const user = accountOfPage()?.user;
  if (user !== undefined) await deleteDeviceRows(await readDeviceRows(user));
}

/** Returns these room codes; empty while loading. */
export function useUnsentRooms(): string[] {
  const [rooms, setRooms] = useState<string[]>([]);
  useEffect(() => {
    let isShown = true;
    const show = (codes: string[]) => isShown && setRooms(codes);
    void readUnsentRooms().then(show, () => undefined);
    return () => {
      isShown = false;
    };
  }, []);
  return rooms;
}
