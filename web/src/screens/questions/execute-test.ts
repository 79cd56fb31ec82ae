import type { ResultTable } from '@cip/contracts/runs/runs';
import type { ExecuteTest } from '../../features/questions/tests/test-execution.ts';
import { fileTestsOf } from '../../features/questions/tests/file-tests.ts';
import type { ExecuteFileTests } from '../../features/questions/tests/file-tests.ts';
import type { Program, Sandbox } from '../../features/runs/sandbox/sandbox-types.ts';

/** Returns the function that executes tests in a sandbox. */
export function executeIn(sandbox: Sandbox): ExecuteTest {
  return async (program, signal) => {
    let out = '';
    let table: ResultTable | null = null;
    const judged = { ...program, isJudged: true };
    const execution = sandbox.execute(judged, {
      progress: () => undefined,
      output: (stream, text) => {
        if (stream === 'out') out += text;
        if (stream === 'table') table = JSON.parse(text) as ResultTable;
      },
    });
    signal.addEventListener('abort', () => execution.stop(), { once: true });
    const end = await execution.ended;
    return { out: out + end.tail, table, end };
  };
}

/** Returns the function that executes the test files of a program in a sandbox; what it prints is dropped. */
export function executeFilesIn(sandbox: Sandbox, program: Program & { tests: string[] }): ExecuteFileTests {
  return async (signal) => {
    const nothing = () => undefined;
    const execution = sandbox.execute(program, { progress: nothing, output: nothing });
    signal.addEventListener('abort', () => execution.stop(), { once: true });
    return fileTestsOf(await execution.ended, program.tests);
  };
}
