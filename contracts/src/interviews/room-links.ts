/**
 * Returns the room code that a part of an address was meant to be: without the dots, brackets, commas and blanks that
 * chats and mails add to a link, and with the small first letter that a phone's keyboard made a capital. Returns the part
 * itself where it has no such code.
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
