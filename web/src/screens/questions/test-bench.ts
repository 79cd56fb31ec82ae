import type { TestBench } from '../../features/questions/bank/question-parts.ts';
import { lateSandbox } from '../../features/runs/sandbox/late-sandbox.ts';
import { executeFilesIn, executeIn } from './execute-test.ts';

/** Opens a sandbox for the tests of a question that is written. */
export function openTestBench(): TestBench {
  const { open, close } = lateSandbox();
  return {
    execute: async (program, signal) => executeIn(await open())(program, signal),
    executeFiles: (tested, names) => async (signal) =>
      executeFilesIn(await open(), { ...tested, tests: [...names], stdin: '' })(signal),
    close,
  };
}
