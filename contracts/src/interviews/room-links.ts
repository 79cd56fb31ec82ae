/**
 * Returns the room code that a part of an address was meant to be: chats and mails add dots, brackets, commas and
 * blanks to a link, and a phone's keyboard makes the first letter a capital. Returns the part itself if it has no such
 * code.
 */
export function roomCodeIn(part: string): string {
  const [, code] = /^[^\w-]*([\w-]+)[^\w-]*$/.exec(decoded(part)) ?? [];
  return code?.replace(/^private-room-/i, 'private-room-') ?? part;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
