import { expect, test } from 'vitest';
import { FakeSandbox } from '../../features/runs/testing/fake-sandbox.ts';
import { executeFilesIn, executeIn } from './execute-test.ts';

const PROGRAM = { language: 'python', code: '', dataSet: null, stdin: '' };

test('executes a test as a judged program, and returns its output without errors', async () => {
  const sandbox = new FakeSandbox();
  const executed = executeIn(sandbox)({ ...PROGRAM, test: 0, limitMs: 5_000 }, AbortSignal.any([]));
  const { program, events, end } = sandbox.last;
  expect(program.isJudged).toBe(true);
  events.output('out', '4');
  events.output('err', 'warning');
  events.output('out', '2\n');
  end({ tail: 'end' });
  expect((await executed).out).toBe('42\nend');
});

test('executes test files, which are not judged by their output', async () => {
  const sandbox = new FakeSandbox();
  const executed = executeFilesIn(sandbox, { ...PROGRAM, tests: ['a_test.py'] })(AbortSignal.any([]));
  const { program, end } = sandbox.last;
  expect(program).toEqual({ ...PROGRAM, tests: ['a_test.py'] });
  end();
  expect(await executed).toMatchObject({ tests: { failed: 1 } });
});
