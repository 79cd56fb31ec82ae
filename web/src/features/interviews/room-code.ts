import { ROOM_CODE_RANDOM_CHARS } from '../../shared/limits.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Largest multiple of the alphabet's length up to 256, because larger bytes would favour the first letters. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length);

/** Returns a new room code: 'private-room-' and nine cryptographically random letters or digits. */
export function newRoomCode(): string {
  let random = '';
  while (random.length < ROOM_CODE_RANDOM_CHARS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(ROOM_CODE_RANDOM_CHARS))) {
      if (byte < FAIR_BELOW && random.length < ROOM_CODE_RANDOM_CHARS) random += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `private-room-${random}`;
}
