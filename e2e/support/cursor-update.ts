/** A number as lib0 writes it: seven bits a byte, the lowest first. */
function varUint(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  return [...bytes, left];
}

/** A cursor as it travels, as base64; what it says is up to whoever sends it. */
export function cursorUpdate(clientId: number, state: unknown): string {
  const said = Buffer.from(JSON.stringify(state));
  const firstClock = 1;
  return Buffer.from([1, ...varUint(clientId), firstClock, ...varUint(said.length), ...said]).toString('base64');
}
