import { expect, test } from '@playwright/test';
import type { RunEnd } from '@cip/contracts/runs/runs';
import { showFiles, testFiles } from './preview-driver.ts';
import { runProgram } from './sandbox.ts';
import type { ProgramPage } from './sandbox.ts';

type Files = Record<string, string>;

/** A program of several files that fails, and the place that its error names. */
interface Failing {
  files: Files;
  /** The file and line that the output names. */
  place: string;
  /** The error's line if it is in the first file. */
  line: number | null;
  name: string;
}

const lines = (...all: string[]) => all.join('\n');
const HALF = 'export function half(n) {\n  const found = n.value / 2;\n  return found;\n}';
const TYPED =
  'interface Item { value: number }\n\nexport const half = (n: any): Item => {\n  n.value.x;\n  return n;\n};';

/** Programs for workers and previews in every engine. */
const FAILING: Readonly<Record<string, Failing>> = {
  'an error in a module': {
    files: { 'main.js': "import { half } from './lib/half.js';\n\nhalf(null);\n", 'lib/half.js': HALF },
    place: 'lib/half.js:2',
    line: null,
    name: 'TypeError',
  },
  'an error in a module in TypeScript': {
    files: { 'main.ts': "import { half } from './half';\nhalf({});\n", 'half.ts': TYPED },
    place: 'half.ts:4',
    line: null,
    name: 'TypeError',
  },
  'an error in a timer': {
    files: { 'main.js': "import './other';\nsetTimeout(() => {\n  null.x;\n});", 'other.js': 'exports.a = 1;' },
    place: 'main.js:3',
    line: 3,
    name: 'TypeError',
  },
  'a promise that nobody catches': {
    files: {
      'main.ts': "import './late';",
      'late.ts':
        "async function late(): Promise<void> {\n  await null;\n  throw new RangeError('late');\n}\nvoid late();",
    },
    place: 'late.ts:3',
    line: null,
    name: 'RangeError',
  },
  'an error behind an await of the first file': {
    files: {
      'main.ts': "import './other';\nawait null;\n\nthrow new RangeError('late');",
      'other.ts': 'export const a: number = 1;',
    },
    place: 'main.ts:4',
    line: 4,
    name: 'RangeError',
  },
  'wrong syntax that only the browser finds': {
    files: { 'main.ts': "import './twice';", 'twice.ts': 'const first: number = 1;\nlet a = first;\nlet a = 2;' },
    place: 'twice.ts:3',
    line: null,
    name: 'SyntaxError',
  },
};

/** Expects that errors of programs of several files have their places, in workers. */
export async function expectFileErrors(page: ProgramPage): Promise<void> {
  for (const [what, { files, ...failing }] of Object.entries(FAILING))
    await test.step(`${what}, in a worker`, async () => {
      const list = Object.entries(files).map(([name, content]) => ({ name, content }));
      const [{ name, content } = { name: '', content: '' }] = list;
      const language = name.endsWith('.ts') ? 'typescript' : 'javascript';
      expectPlace(await runProgram(page, { language, code: content, files: list }), failing);
    });
}

/** Expects the same in previews, and the places of errors in the scripts and attributes of pages. */
export async function expectPageErrors(page: ProgramPage): Promise<void> {
  for (const [what, { files, ...failing }] of Object.entries({ ...FAILING, ...FAILING_PAGES }))
    await test.step(`${what}, in a preview`, async () => expectPlace(await showFiles(page, files), failing));
}

function expectPlace({ err, end }: { err: string; end: RunEnd }, { place, line, name }: Omit<Failing, 'files'>): void {
  expect(end, err).toMatchObject({ reason: 'failed', error: { name, line } });
  expect(err).toContain(place);
  if (line === null) expect(end.error?.message).toContain(`(${place})`);
}

const click = (selector: string) => `setTimeout(() => document.querySelector('${selector}')?.click(), 100);`;
const counter = (body: string, attribute = '') =>
  lines('export function Counter() {', `  ${body}`, `  return <button ${attribute}>Count</button>;`, '}');
const REACT = lines(
  "import { createRoot } from 'react-dom/client';",
  "import { Counter } from './Counter';",
  "createRoot(document.getElementById('root')!).render(<Counter />);",
  click('button'),
);

const FAILING_PAGES: Readonly<Record<string, Failing>> = {
  'an error in a listener': {
    files: { 'main.js': lines("document.body.addEventListener('click', () => {", '  null.x;', '});', click('body')) },
    place: 'main.js:2',
    line: 2,
    name: 'TypeError',
  },
  'an error in what React draws': {
    files: { 'main.tsx': REACT, 'Counter.tsx': counter('(null as any).x;') },
    place: 'Counter.tsx:2',
    line: null,
    name: 'TypeError',
  },
  'an error in a listener of React': {
    files: { 'main.tsx': REACT, 'Counter.tsx': counter('', 'onClick={() => { throw new RangeError() }}') },
    place: 'Counter.tsx:3',
    line: null,
    name: 'RangeError',
  },
  'an error of a package in a timer': {
    files: {
      'main.js': "import { createRoot } from 'react-dom/client';\nsetTimeout(() => {\n  createRoot(null);\n});",
    },
    place: 'main.js:3',
    line: 3,
    name: 'Error',
  },
  'an error in a script of a page': {
    files: { 'index.html': '<p>Tea</p>\n<script>\n  setTimeout(() => null.x);\n</script>' },
    place: 'index.html:3',
    line: 3,
    name: 'TypeError',
  },
  'an error in a file of a page': {
    files: { 'index.html': '<p>Tea</p>\n<script src="app.js"></script>', 'app.js': '\nnull.x;' },
    place: 'app.js:2',
    line: null,
    name: 'TypeError',
  },
  'wrong syntax in a script of a page': {
    files: { 'index.html': '<p>Tea</p>\n<script>\n  let a = ;\n</script>' },
    place: 'index.html:3',
    line: 3,
    name: 'SyntaxError',
  },
  'an error in a script of a handler': {
    files: {
      'index.html': `<p onclick="pour()">Tea</p>\n<script>\nfunction pour() {\n  null.x;\n}\n${click('p')}</script>`,
    },
    place: 'index.html:4',
    line: 4,
    name: 'TypeError',
  },
};

const TOO_LONG = /^This loop ran too long: /;
/** Loops that never end, each with its line. */
const ENDLESS: Readonly<Record<string, Omit<Failing, 'name'>>> = {
  'a loop of the first file': {
    files: { 'main.js': 'document.body;\n\nwhile (true) {}' },
    place: 'main.js:3',
    line: 3,
  },
  'a loop in TypeScript': {
    files: {
      'main.ts': "import './grow';",
      'grow.ts': lines(
        'const next = () => ({ value: 0, done: false });',
        'const zeros: Iterable<number> = { [Symbol.iterator]: () => ({ next }) };',
        '',
        'for (const zero of zeros);',
      ),
    },
    place: 'grow.ts:4',
    line: null,
  },
  'a loop in what React draws': {
    files: { 'main.tsx': REACT, 'Counter.tsx': counter('for (;;) {}') },
    place: 'Counter.tsx:2',
    line: null,
  },
  'a loop that waits for promises only': {
    files: { 'main.js': 'document.body;\nwhile (true)\n  await null;' },
    place: 'main.js:2',
    line: 2,
  },
  'a loop that catches its end': {
    files: { 'main.js': 'document.body;\nfor (;;) try { for (;;); } catch {}' },
    place: 'main.js:2',
    line: 2,
  },
  'a loop in a script of a page': {
    files: { 'index.html': '<p>Tea</p>\n<script>\n  for (let n = 0; n < 3; n--);\n</script>' },
    place: 'index.html:3',
    line: 3,
  },
};

/** Expects that endless loops of previews end in an error, and hold up the page of the room for a moment only. */
export async function expectLoopsEnd(page: ProgramPage): Promise<void> {
  for (const [what, { files, ...failing }] of Object.entries(ENDLESS))
    await test.step(`${what} ends`, async () => {
      const shown = await showFiles(page, files);
      expectPlace(shown, { ...failing, name: 'RangeError' });
      expect(shown.end.error?.message).toMatch(TOO_LONG);
    });
  await test.step('a loop in a listener ends', async () => {
    const listener = lines("document.body.addEventListener('click', () => {", '  do {} while (true);', '});');
    const { err } = await showFiles(page, { 'main.js': lines(listener, click('body')) });
    // It ends about when the run does, and is beside the page if the run was over.
    await expect
      .poll(async () => `${err}${await page.evaluate(() => window.preview?.store.get().console, null)}`)
      .toMatch(/RangeError: This loop ran too long: .*\n {4}at .*main\.js:2/);
  });
  await test.step('a loop of a test ends', async () => {
    const { end } = await testFiles(page, {
      'a.test.js': "test('ends', () => {\n  for (;;);\n});\ntest('adds', () => {});",
    });
    expect(end.tests?.results.map(([, path, state, , line]) => [path, state, line])).toEqual([
      ['ends', 'failed', 2],
      ['adds', 'passed', 4],
    ]);
  });
  await test.step('a loop in a handler, again and again, leaves time for the page', async () => {
    const html = `<p onclick="while (true);">Tea</p>\n<script>\nsetInterval(() => document.querySelector('p').click(), 50);\n</script>`;
    await showFiles(page, { 'index.html': html });
    const turns = await page.evaluate(async (count) => {
      let done = 0;
      while (done < count) {
        await new Promise((ok) => setTimeout(ok));
        done++;
      }
      return done;
    }, 300);
    expect(turns).toBe(300);
  });
}
