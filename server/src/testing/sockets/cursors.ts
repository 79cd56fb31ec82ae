/** The position at the start of the text, as pages send it. */
const START = { type: null, tname: 'code', item: null, assoc: 0 };
/** A cursor at the start of the text. */
export const AT_START = { anchor: START, head: START };

/** Yjs variable-length integer: seven bits a byte, lowest first. */
function varUint(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  return [...bytes, left];
}

/** Returns an awareness update with one state per client, as base64. */
export function awarenessUpdate(...states: { clientId: number; clock?: number; state: unknown }[]): string {
  const parts = states.flatMap(({ clientId, clock = 1, state }) => {
    const json = Buffer.from(JSON.stringify(state));
    return [...varUint(clientId), ...varUint(clock), ...varUint(json.length), ...json];
  });
  return Buffer.from([...varUint(states.length), ...parts]).toString('base64');
}

/** Returns the payload of `document:awareness` with a state under a client id. */
export function cursorEvent(clientId: number, state: unknown = { cursor: AT_START }, clock = 1) {
  return { clientId, update: awarenessUpdate({ clientId, clock, state }) };
}

/** Returns the clients and states of an awareness update. */
export function readAwareness(update: string): { clientId: number; clock: number; state: unknown }[] {
  const bytes = Buffer.from(update, 'base64');
  let at = 0;
  const uint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  return Array.from({ length: uint() }, () => {
    const [clientId, clock, size] = [uint(), uint(), uint()];
    at += size;
    return { clientId, clock, state: JSON.parse(bytes.toString('utf8', at - size, at)) as unknown };
  });
}
