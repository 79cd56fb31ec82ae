import type { Sandbox } from '../sandbox/sandbox-types.ts';
import type { Preview } from './preview.ts';
import { isTestedInPage } from './previewable.ts';

/** Returns a sandbox that executes test files that draw by `executeTests`, and gives other programs to `sandbox`. */
export function withTestPage(sandbox: Sandbox, executeTests: Preview['executeTests']): Sandbox {
  return {
    ...sandbox,
    execute(program, events) {
      const { language, files = [], tests, limitMs } = program;
      if (tests && isTestedInPage(language, files, tests)) return executeTests({ files, tests, limitMs }, events);
      return sandbox.execute(program, events);
    },
  };
}
