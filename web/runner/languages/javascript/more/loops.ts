import { parse } from 'sucrase/dist/esm/parser/index.js';
import { TokenType as Kind } from 'sucrase/dist/esm/parser/tokenizer/types.js';

/** The function that guarded loops call. */
const CHECK = 'checkRoomLoop';
/**
 * How long the loops of one task may take (ms). A device that says nothing about its run for 5 s loses it, and in
 * Firefox and Safari a page that is held up says nothing.
 */
const LIMIT_MS = 2_000;
/** After each task that took longer, the limit is half of the former one, but at least this (ms). */
const LEAST_MS = 10;
/** Looks at the clock are rarer than calls, because they take longer than short loops. */
const LOOK_EVERY = 64;

export const TOO_LONG = `This loop ran too long: loops may hold up a page for ${LIMIT_MS / 1_000} seconds, and after that for less.`;

interface Token {
  type: number;
  end: number;
}

/**
 * Returns a script on the same lines whose loops call the check before each turn. A check stands in the condition of
 * `while`, because only a parser knows whether that ends a `do`, and before the body of `for`, which needs no braces
 * there. A script with wrong syntax stays, and the browser says why.
 */
export function guardLoops(code: string): string {
  let text = '';
  let position = 0;
  for (const [at, check] of checksOf(code)) {
    text += code.slice(position, at) + check;
    position = at;
  }
  return text + code.slice(position);
}

/** Returns where checks belong in a script, in their order. */
function checksOf(code: string): [at: number, check: string][] {
  const tokens = tokensOf(code);
  const checks: [number, string][] = [];
  for (const [place, { type }] of tokens.entries()) {
    const isFor = type === Kind._for;
    if (!isFor && type !== Kind._while) continue;
    const isAwaiting = isFor && tokens[place + 1]?.type === Kind.name;
    const start = place + (isAwaiting ? 2 : 1);
    const open = tokens[start];
    if (open?.type !== Kind.parenL) continue;
    if (isFor) checks.push([endOfParens(tokens, start), `if(${CHECK}());else `]);
    else checks.push([open.end, `${CHECK}(),`]);
  }
  return checks.toSorted(([one], [other]) => one - other);
}

function tokensOf(code: string): readonly Token[] {
  try {
    return parse(code, false, false, false).tokens;
  } catch {
    return [];
  }
}

function endOfParens(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let place = open; place < tokens.length; place++) {
    const { type, end } = tokens[place] ?? { type: Kind.eof, end: 0 };
    if (type === Kind.parenL) depth++;
    else if (type === Kind.parenR && --depth === 0) return end;
  }
  return tokens.at(-1)?.end ?? 0;
}

/**
 * Gives this page the function that guarded loops call. It throws when the loops of one task have taken too long, also
 * if they wait for promises only, and again at each further turn of that task, so that no `catch` keeps them going.
 */
export function installLoopCheck(): void {
  const clock = performance.now.bind(performance);
  const { port1, port2 } = new MessageChannel();
  const nextTask = port2.postMessage.bind(port2);
  let startedAt: number | null = null;
  let limit = LIMIT_MS;
  let left = 0;
  port1.addEventListener('message', () => {
    startedAt = null;
    left = 0;
  });
  port1.start();
  const look = () => {
    const now = clock();
    left = LOOK_EVERY;
    if (startedAt === null) {
      startedAt = now;
      nextTask(null);
    }
    if (now - startedAt <= limit) return;
    // Otherwise a timer with an endless loop would hold up the page again and again.
    if (startedAt !== -Infinity) limit = Math.max(LEAST_MS, limit / 2);
    startedAt = -Infinity;
    left = 0;
    throw new RangeError(TOO_LONG);
  };
  const value = () => {
    if (--left <= 0) look();
  };
  Object.defineProperty(globalThis, CHECK, { value });
}
