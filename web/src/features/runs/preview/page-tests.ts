import type { RunFile } from '@cip/contracts/runs/runs';
import type { Execution, ExecutionEvents } from '../sandbox/sandbox-types.ts';
import { guardFocus } from './focus-guard.ts';
import { openPreviewFrame } from './preview-frame.ts';
import { PreviewRun } from './preview-run.ts';
import type { PreviewScripts } from './preview-scripts.ts';
import styles from './preview.module.css';

/** Messages that tests may send within a second: two for each test, and thousands of tests may take less. */
const MESSAGES_PER_SECOND_MAX = 20_000;

/** Test files that draw, and the files that they test. */
export interface PageTests {
  files: RunFile[];
  /** The names of the test files. */
  tests: string[];
  limitMs: number | undefined;
}

/** Executes test files that draw into a page. Nobody sees it: the preview of the program stays as it is. */
export function executeInPage(program: PageTests, scripts: PreviewScripts, events: ExecutionEvents): Execution {
  const visit = new AbortController();
  const host = Object.assign(document.createElement('div'), { className: styles.tests, ariaHidden: 'true' });
  document.body.append(host);
  const take = () => {
    const frame = openPreviewFrame(host, MESSAGES_PER_SECOND_MAX);
    // A frame that is not displayed computes no styles, and so finds no element by its role.
    Object.assign(frame.element, { hidden: false, title: 'Page of the tests', tabIndex: -1 });
    return frame;
  };
  const ignore = () => undefined;
  const run = new PreviewRun(
    { ...program, take, scripts },
    { ...events, late: ignore, started: ignore, key: ignore, lost: ignore },
  );
  guardFocus(
    () => run.element,
    visit.signal,
    () => run.stop(),
  );
  const remove = () => {
    visit.abort();
    run.remove();
    host.remove();
  };
  void run.ended.then(remove);
  return run;
}
