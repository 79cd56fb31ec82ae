import { Interface } from './readline-interface.ts';
import type { Options, Output, Source } from './readline-interface.ts';

/** Returns the module `readline`, and whether one of its questions was not answered. `finish` closes what is open. */
export function readlineModule(source: Source) {
  const opened = new Set<Interface>();
  const createInterface = (given: Options | Output, output?: Output): Interface => {
    const options: Options = 'input' in given ? given : { input: given, ...(output !== undefined && { output }) };
    const created = new Interface(source, options);
    opened.add(created);
    return created;
  };
  const write = (stream: Output, text: string, then: unknown) => {
    stream.write(text);
    if (typeof then === 'function') then();
    return true;
  };
  const module = {
    Interface,
    createInterface,
    clearLine: (stream: Output, side: number, then: unknown) =>
      write(stream, `\u001B[${side < 0 ? 1 : side > 0 ? 0 : 2}K`, then),
    clearScreenDown: (stream: Output, then: unknown) => write(stream, '\u001B[0J', then),
    cursorTo: (stream: Output, x: number, y?: unknown, then?: unknown) =>
      write(stream, typeof y === 'number' ? `\u001B[${y + 1};${x + 1}H` : `\u001B[${x + 1}G`, then ?? y),
    moveCursor: (stream: Output, dx: number, dy: number, then: unknown) =>
      write(stream, move(dx, 'C', 'D') + move(dy, 'B', 'A'), then),
    emitKeypressEvents: () => undefined,
  };
  return {
    module,
    isUnanswered: () => [...opened].some(({ isUnanswered }) => isUnanswered),
    /** Closes the interfaces at the end of the program. Returns whether one was open. */
    finish: () => {
      const open = [...opened].filter(({ closed }) => !closed);
      for (const each of open) each.close();
      return open.length > 0;
    },
  };
}

function move(by: number, forward: string, back: string): string {
  return by === 0 ? '' : `\u001B[${Math.abs(by)}${by > 0 ? forward : back}`;
}
