import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GATES } from './gates.mjs';
import { pathFromRoot } from './paths.mjs';
import { figureOf, table } from './promise.mjs';

const gate = { id: 'x', promise: 'all is well', command: ['chaos'], figure: [/lost \d+/, /\d+ ms/], runs: ['chaos'] };
const result = {
  ok: true,
  figure: '5 schedules: lost 0, p95 7 ms',
  seconds: 61,
  commit: 'abc1234',
  at: '',
  code: 'c0de',
};
const command = '`npm run promise -- --only x`';

describe('the table', () => {
  it('shows the figure and the commit of a current result', () => {
    expect(table([{ gate, result, isCurrent: true }])).toContain(
      `| all is well | lost 0, 7 ms | ${command} | abc1234 |`,
    );
  });

  it('shows which gates have no current result', () => {
    expect(table([{ gate, result: undefined, isCurrent: false }])).toContain(`| – | ${command} | not run |`);
    expect(table([{ gate, result, isCurrent: false }])).toContain(`| lost 0, 7 ms | ${command} | abc1234, due again |`);
  });

  it('marks a broken promise and shows the whole line when no part of it is known', () => {
    const broken = { ...result, ok: false, figure: '1 | gone' };
    expect(table([{ gate, result: broken, isCurrent: true }])).toContain(
      `| 1 \\| gone | ${command} | BROKEN on abc1234 |`,
    );
  });

  it('keeps every promise on one line of the page', () => {
    expect(GATES.filter((each) => each.promise.length > 80).map(({ id }) => id)).toEqual([]);
  });
});

it('takes the last line of a command, or the counts of a test run, as its figure', () => {
  expect(figureOf('one\n\u001b[2mtwo\u001b[22m\n\n', false)).toBe('two');
  const tests = ' Test Files  1 passed (1)\n      Tests  4 passed (4)\n   Start at  1\n   Duration  12.17s (x)\n';
  expect(figureOf(tests, true)).toBe('tests: 4 passed (4), 12.17s');
  // A command that runs tests among other things prints its own figure.
  expect(figureOf(`${tests}9 of 9 killed\n`, false)).toBe('9 of 9 killed');
});

describe('files and commands in the documentation', () => {
  const pages = readdirSync(pathFromRoot('docs')).filter((file) => file.endsWith('.md'));
  const texts = ['README.md', 'CONTRIBUTING.md', 'verification/README.md', ...pages.map((file) => `docs/${file}`)].map(
    (file) => readFileSync(pathFromRoot(file), 'utf8'),
  );
  const named = texts.flatMap((text) => [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, name]) => name ?? []));
  const files = named.filter((name) => /\.(test|spec)\.\w+$|^docs\/\w+/.test(name));
  const scripts = texts.flatMap((text) => [...text.matchAll(/npm run ([\w:]+)/g)].flatMap(([, name]) => name ?? []));

  it.each([...new Set(files)])('%s exists', (file) => {
    expect(existsSync(pathFromRoot(file))).toBe(true);
  });

  it.each([...new Set(scripts)])('npm run %s exists', (name) => {
    expect(Object.keys(JSON.parse(readFileSync(pathFromRoot('package.json'), 'utf8')).scripts)).toContain(name);
  });
});
