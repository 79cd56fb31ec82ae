/// <reference types="node" />
import { isDeepStrictEqual } from 'node:util';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardLoops } from './loops.ts';

interface Printed {
  lines: unknown[];
  /** How often a loop began its body. */
  turns: number;
  checks: number;
}

const scope: Record<string, unknown> = createContext({});

/** Runs a script whose loops have a bounded number of turns, until nothing in it waits. */
async function run(code: string): Promise<Printed> {
  const printed: Printed = { lines: [], turns: 0, checks: 0 };
  Object.assign(scope, {
    log: (...values: unknown[]) => void printed.lines.push(values.join(' ')),
    turn: () => void printed.turns++,
    /** True until the program has had enough turns. */
    more: () => printed.turns < 60,
    checkRoomLoop: () => void printed.checks++,
  });
  try {
    await new Script(`{${code}\n}`).runInContext(scope);
  } catch (error) {
    printed.lines.push(String(error));
  }
  return printed;
}

/** Returns what differs between a script and the same with checks, or lacks them; empty if it keeps its output. */
async function differences(code: string): Promise<unknown[]> {
  const guarded = guardLoops(code);
  const plain = await run(code);
  const checked = await run(guarded);
  const areLines = guarded.split('\n').length === code.split('\n').length;
  const isSame = isDeepStrictEqual([checked.lines, checked.turns], [plain.lines, plain.turns]);
  return areLines && isSame && checked.checks >= plain.turns ? [] : [guarded, plain, checked];
}

test.each([
  [
    'a body without braces',
    'let n = 0; while (n < 3) turn(), log(n++);\nfor (const x of [1, 2]) turn(), log(x);\nlog(n)',
  ],
  ['a body that is empty', 'let n = 0; for (; n < 3; turn(), n++); while (n++ < 5);\ndo; while (n++ < 9)\nlog(n)'],
  ['a do without braces', 'let n = 0; do turn(), n++; while (n < 3) log(n)\ndo n--\nwhile (n > 0)\nlog(n)'],
  [
    'a while inside a do',
    'let n = 0; do while (n < 3) turn(), n++; while (n < 2);\nlog(n); do { do n++; while (n < 7) } while (n < 9) log(n)',
  ],
  [
    'an else behind a loop',
    'if (1) for (const x of [1]) if (0) log(1); else log(2); else log(3);\nif (0) while (0) log(4); else log(5)',
  ],
  [
    'labels',
    'a: for (let i = 0; i < 3; i++) b: while (true) { turn(); if (i === 1) continue a; log(i); break b; }\nc: do { turn(); continue c; } while (0)',
  ],
  [
    'a generator',
    'function* g() { let n = 0; while (n < 3) { turn(); yield n++; } for (;;) { turn(); return yield* [7]; } }\nlog([...g()]);',
  ],
  [
    'yield in a condition',
    'function* g() { while (yield 1) turn(); }\nconst it = g(); it.next(); log(it.next(1).done, it.next(0).done)',
  ],
  [
    'for await',
    '(async () => { for await (const x of [Promise.resolve(1), 2]) { turn(); log(x); } for await (const y of [3]) log(y); })()',
  ],
  [
    'words in texts, templates, expressions and comments',
    "log('while (1)', `for (;;) ${(() => { let s = ''; for (const c of 'ab') s += `<${c}>`; return s; })()} while (`, /while \\(for\\//.test('x')) // for (;;)\n/* while (1) */ log(\"do\")",
  ],
  [
    'regular expressions behind loops',
    "for (const x of ['a/b']) /a[/)]b/.test(x) && log(x);\nlet n = 1; while (n--) /)/g, log(n)",
  ],
  [
    'names that are words',
    'class A { for(x) { return x } while() { return 2 } do = 3; static for = 4; #while = 5; get w() { return this.#while } }\nconst a = new A(); const o = { for: 1, while() { return 6 }, do: 7, if: { while: 8 } };\nlog(a.for(1), a.while(), a.do, A.for, a.w, o.for, o.while(), o?.do, o.if.while); const { for: f, while: w } = o; log(f, w())',
  ],
  [
    'comments between the words',
    'let n = 0; while /* ( */ (n < 2) /* ) */ { turn(); n++ } for /* ( */ (; /* ; */ n < 4 ; /* ) */ n++) // )\n turn();\nlog(n)',
  ],
  [
    'parentheses inside',
    'for (let i = (0), f = (x) => (x < 2); f(i); (i)++) { turn(); log((i)) }\nwhile (((x) => (x))(0)) {}',
  ],
  [
    'the operator in',
    "for (const k in { a: 1, b: 2 }) turn(), log(k); for (var i = ('a' in {}) ? 1 : 0; i < 1; i++) turn(), log(i)",
  ],
  [
    'functions as bodies of arrows',
    'const f = (n) => { while (n-- > 0) turn(); return n };\nlog(f(2), (() => { do turn(); while (0); })())',
  ],
  [
    'destructuring and sequences',
    'for (const [a, { b = (1) }] of [[1, {}]]) turn(), log(a, b); for (const x of (1, [2])) turn(), log(x)',
  ],
  ['sloppy names', 'var async = [1], of = [2]; for (async of [3]) turn(); for (var x of of) turn(), log(x, async)'],
  [
    'throw, try and switch',
    'for (const x of [1, 2, 3]) try { turn(); if (x === 2) throw x; log(x) } catch (e) { log("e" + e); continue } finally { log("f") }\nfor (const x of [1, 2]) switch (turn(), x) { case 1: continue; default: log(x) }',
  ],
  ['wrong syntax', 'for (let i = 0; i < 3; i++ { log(i) }'],
])('keeps %s as it works', async (_what, code) => {
  expect(await differences(code)).toEqual([]);
});

const SPACES = fc.constantFrom(' ', '\n', ' /* while ( */ ', ' // for (\n');
const VALUES = fc.constantFrom(
  "'for (;;)'",
  '`while (${1 + 1}) {`',
  '/[/)(]while/.source',
  '({ for: 1, while: 2 }).while',
  '(() => { for (;;) { turn(); return 3; } })()',
  '[...function* () { while (true) { turn(); yield 4; break; } }()]',
);

/** Statements that hold their own loops; all loops end after a number of turns. */
const { statement } = fc.letrec<{ statement: string; body: string; loop: string }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    VALUES.map((value) => `log(${value});`),
    fc.constantFrom(';', '{}', 'log(typeof x);', 'if (more()) ; else log(0);'),
    tie('loop'),
    fc.tuple(tie('statement'), tie('statement')).map(([one, other]) => `{ ${one}\n${other} }`),
    fc.tuple(tie('statement'), tie('statement')).map(([one, other]) => `if (more()) ${one} else ${other}`),
    tie('statement').map((one) => `if (!more()) ${one}`),
    tie('statement').map((one) => `try { ${one} throw 1 } catch { log('caught') } finally { log('finally') }`),
    tie('statement').map((one) => `switch (1) { case 1: ${one} break; default: log(9); }`),
    tie('statement').map((one) => `(function () { ${one} })();`),
    tie('statement').map((one) => `await (async () => { ${one} })();`),
    tie('statement').map(
      (one) =>
        `log([...(function* () { yield 1; { let x = 2; } for (const x of [2]) { turn(); yield x } })()]); ${one}`,
    ),
  ),
  body: fc.oneof(
    tie('statement').map((one) => `{ TURN; ${one} }`),
    tie('statement').map((one) => `if (more()) { TURN; ${one} } else break;`),
    tie('statement').map((one) => `{ TURN; ${one} continue; }`),
    fc.constant('TURN, log(1);'),
  ),
  loop: fc
    .tuple(fc.constantFrom('while', 'do', 'for', 'of', 'in', 'await', 'label', 'endless'), tie('body'), SPACES, SPACES)
    .map(([kind, body, space, gap]) => loopOf(kind, body, space, gap)),
}));

function loopOf(kind: string, turns: string, space: string, gap: string): string {
  const body = turns.replaceAll('TURN', kind === 'do' ? '0' : 'turn()');
  if (kind === 'while') return `while${space}(more())${gap}${body}`;
  if (kind === 'do') return `do${space}${body}${gap}while${space}(turn(), more())`;
  if (kind === 'for') return `for${space}(let x = (0);${gap}x < 2 && more(); x++)${space}${body}`;
  if (kind === 'of') return `for${space}(const x of (1, [2, 3]))${gap}${body}`;
  if (kind === 'in') return `for${space}(const x in { for: 1 })${gap}${body}`;
  if (kind === 'await') return `for await${space}(const x of [Promise.resolve(4), 5])${gap}${body}`;
  if (kind === 'label')
    return `out:${space}while (more())${gap}{ for (;;) { turn(); if (more()) continue out; break out; } ${body} }`;
  return `for${space}(;;)${gap}{ if (!more()) break; ${body} }`;
}

test('keeps the output of programs', { tags: ['long'] }, async () => {
  const programs = fc.array(statement, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(programs, async (statements) => {
      expect(await differences(`(async () => { ${statements.join('\n')}\nlog('end'); })()`)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
