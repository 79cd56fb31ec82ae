import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { pathFromRoot } from './paths.mjs';

it('lists failed tests with the head of their messages', () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const failures = failuresOfVitest({
    testResults: [
      {
        name: pathFromRoot('server/src/lock.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'locks hold', status: 'passed', failureMessages: [] },
          {
            fullName: 'locks end',
            status: 'failed',
            failureMessages: ['\u001B[31mAssertionError: 1 is not 2\u001B[39m', long],
          },
        ],
      },
    ],
  });
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(/^server\/src\/lock\.test\.ts › locks end\n {4}AssertionError: 1 is not 2\n {4}line 0\n/);
  expect(failures[0]?.split('\n')).toHaveLength(13);
});

it('lists a file that could not run', () => {
  const name = pathFromRoot('web/src/broken.test.ts');
  const testResults = [{ name, status: 'failed', message: 'SyntaxError: unexpected', assertionResults: [] }];
  expect(failuresOfVitest({ testResults })).toEqual(['web/src/broken.test.ts\n    SyntaxError: unexpected']);
});

it('lists browser tests from nested suites with their projects', () => {
  const good = { title: 'opens', file: 'room.spec.ts', ok: true, tests: [{ projectName: 'phone', results: [{}] }] };
  const results = [{ errors: [{ message: 'Timeout of 60000ms exceeded.' }] }];
  const bad = { title: 'closes', file: 'room.spec.ts', ok: false, tests: [{ projectName: 'laptop', results }] };
  const suites = [{ specs: [good], suites: [{ specs: [bad] }] }];
  expect(failuresOfPlaywright({ suites, errors: [{ message: 'no server' }] })).toEqual([
    'outside of any test\n    no server',
    '[laptop] e2e/specs/room.spec.ts › closes\n    Timeout of 60000ms exceeded.',
  ]);
});

it('shows the page snapshot of a failed browser test', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'failures-'));
  const file = path.join(folder, 'error-context.md');
  const rows = Array.from({ length: 100 }, (_, row) => `  - row ${row}`).join('\n');
  writeFileSync(file, `# Error details\n\n\`\`\`\nnone\n\`\`\`\n\n\`\`\`yaml\n- table:\n${rows}\n\`\`\`\n`);
  const results = [{ errors: [{ message: 'not found' }], attachments: [{ name: 'error-context', path: file }] }];
  const bad = { title: 'lists', file: 'room.spec.ts', ok: false, tests: [{ projectName: 'laptop', results }] };
  const [failure = ''] = failuresOfPlaywright({ suites: [{ specs: [bad] }] });
  rmSync(folder, { recursive: true });
  expect(failure).toMatch(/› lists\n {4}not found\n {4}The page:\n {4}- table:\n {6}- row 0\n/);
  expect(failure.split('\n')).toHaveLength(63);
});

it('lists nothing without a report', () => {
  expect([failuresOfVitest({}), failuresOfPlaywright({})]).toEqual([[], []]);
});
