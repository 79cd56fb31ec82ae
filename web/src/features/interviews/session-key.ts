import type { Interview } from '@cip/contracts/interviews/interviews';
import { HIDDEN_ROOM_CODE } from '@cip/contracts/accounts/roles';

/** Returns the key of a session in the address of its details: its room code, or its id if the code is hidden. */
export function sessionKey({ id, room_code: room }: Pick<Interview, 'id' | 'room_code'>): string {
  return hasRoomCode({ room_code: room }) ? room : id;
}

/** Returns whether the account may know the session's room code. */
export function hasRoomCode({ room_code: room }: Pick<Interview, 'room_code'>): boolean {
  return room !== HIDDEN_ROOM_CODE;
}
