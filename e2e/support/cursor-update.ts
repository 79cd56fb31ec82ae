/** Encodes a number like lib0: seven bits per byte, lowest first. */
function varUint(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  return [...bytes, left];
}

/** Returns an awareness update with any client id and state, as base64. */
export function cursorUpdate(clientId: number, state: unknown): string {
  const encoded = Buffer.from(JSON.stringify(state));
  const firstClock = 1;
  return Buffer.from([1, ...varUint(clientId), firstClock, ...varUint(encoded.length), ...encoded]).toString('base64');
}
