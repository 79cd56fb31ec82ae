import type { TestBench } from '../../features/questions/bank/question-parts.ts';
import { executeInPage } from '../../features/runs/preview/page-tests.ts';
import { PreviewScripts } from '../../features/runs/preview/preview-scripts.ts';
import { withTestPage } from '../../features/runs/preview/test-page.ts';
import { lateSandbox } from '../../features/runs/sandbox/late-sandbox.ts';
import { executeFilesIn, executeIn } from './execute-test.ts';

/** Opens a sandbox for the tests of a question that is written. */
export function openTestBench(): TestBench {
  const { open, close } = lateSandbox();
  const scripts = new PreviewScripts();
  const openForFiles = async () =>
    withTestPage(await open(), (program, events) => executeInPage(program, scripts, events));
  return {
    execute: async (program, signal) => executeIn(await open())(program, signal),
    executeFiles: (tested, names) => async (signal) =>
      executeFilesIn(await openForFiles(), { ...tested, tests: [...names], stdin: '' })(signal),
    close,
  };
}
