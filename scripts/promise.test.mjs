import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GATES } from './gates.mjs';
import { pathFromRoot } from './paths.mjs';
import { figureOf, table } from './promise.mjs';

const gate = { id: 'x', promised: 'all is well', command: ['chaos'], shown: '`npm test`', runs: ['chaos'] };
const result = { ok: true, figure: '0 lost', seconds: 61, commit: 'abc1234', at: '', code: '0123456789ab' };

describe('the table', () => {
  it('says what was measured', () => {
    expect(table([{ gate, result, earlier: result }])).toContain(
      '| all is well | 0 lost | `npm test` | kept (abc1234, 61 s) |',
    );
  });

  it('says what was not measured', () => {
    expect(table([{ gate, result: undefined, earlier: undefined }])).toContain(
      '| – | `npm test` | not run on this commit |',
    );
    expect(table([{ gate, result: undefined, earlier: result }])).toContain(
      '| 0 lost (on abc1234) | `npm test` | not run on this commit; kept before |',
    );
  });

  it('says what is broken', () => {
    expect(table([{ gate, result: { ...result, ok: false, figure: '1 | lost' }, earlier: undefined }])).toContain(
      '| 1 \\| lost | `npm test` | BROKEN (abc1234, 61 s) |',
    );
  });
});

it('takes what a command says last for its figure, and the count of tests', () => {
  expect(figureOf('one\n\u001b[2mtwo\u001b[22m\n\n', false)).toBe('two');
  const tests = ' Test Files  1 passed (1)\n      Tests  4 passed (4)\n   Start at  1\n   Duration  12.17s (x)\n';
  expect(figureOf(tests, true)).toBe('tests: 4 passed (4), 12.17s');
  // A command that runs tests on its way has a figure of its own.
  expect(figureOf(`${tests}9 of 9 killed\n`, false)).toBe('9 of 9 killed');
});

describe('what the pages name', () => {
  const pages = readdirSync(pathFromRoot('docs')).filter((file) => file.endsWith('.md'));
  const texts = [
    ...pages.map((file) => readFileSync(pathFromRoot(`docs/${file}`), 'utf8')),
    GATES.map(({ shown }) => shown).join('\n'),
  ];
  const named = texts.flatMap((text) => [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, name]) => name ?? []));
  const files = named.filter((name) => /\.(test|spec)\.\w+$|^docs\/\w+/.test(name));
  const scripts = texts.flatMap((text) => [...text.matchAll(/npm run ([\w:]+)/g)].flatMap(([, name]) => name ?? []));

  it.each([...new Set(files)])('%s is there', (file) => {
    expect(existsSync(pathFromRoot(file))).toBe(true);
  });

  it.each([...new Set(scripts)])('npm run %s can be run', (name) => {
    expect(Object.keys(JSON.parse(readFileSync(pathFromRoot('package.json'), 'utf8')).scripts)).toContain(name);
  });
});
