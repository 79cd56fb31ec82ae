import { expect, test, vi } from 'vitest';
import type { Program, Sandbox } from '../sandbox/sandbox-types.ts';
import type { Preview } from './preview.ts';
import { withTestPage } from './test-page.ts';

const RENDERS = "import { render } from '@testing-library/react'";
const files = (test: string) => [
  { name: 'App.tsx', content: 'export const App = () => <b />;' },
  { name: 'App.test.tsx', content: test },
];
const program = (changes: Partial<Program>): Program => ({
  language: 'typescript',
  code: '',
  stdin: '',
  dataSet: null,
  ...changes,
});

test.each<[string, Partial<Program>, boolean]>([
  ['test files that draw', { files: files(RENDERS), tests: ['App.test.tsx'] }, true],
  ['other test files', { files: files('test()'), tests: ['App.test.tsx'] }, false],
  ['a program beside test files that draw', { files: files(RENDERS) }, false],
  ['test files of another language', { files: files(RENDERS), tests: ['App.test.tsx'], language: 'python' }, false],
])('executes %s in a page: %j, %s', (_what, changes, isInPage) => {
  const ended = { ended: new Promise<never>(() => undefined), stop: () => undefined, answer: () => undefined };
  const execute = vi.fn<Sandbox['execute']>(() => ended);
  const executeTests = vi.fn<Preview['executeTests']>(() => ended);
  const events = { progress: () => undefined, output: () => undefined };

  withTestPage({ execute, close: () => undefined }, executeTests).execute(program(changes), events);

  expect(execute).toHaveBeenCalledTimes(isInPage ? 0 : 1);
  if (isInPage) expect(executeTests.mock.calls).toEqual([[{ ...changes, limitMs: undefined }, events]]);
});
