import type { ModuleRegistry } from '../languages/javascript/module-registry.ts';
import { prepareTests } from '../languages/javascript/project/prepare-mains.ts';
import type { RoomModules } from '../languages/javascript/project/room-modules.ts';
import { runTestFiles } from '../languages/javascript/project/run-test-files.ts';
import type { UncaughtError } from '../languages/javascript/script-error.ts';
import type { TestReport } from '../messages.ts';
import { installOwnFocus } from './own-focus.ts';

interface PageTests {
  room: RoomModules;
  registry: ModuleRegistry;
  load: (names: readonly string[]) => Promise<void>;
  /** Loads the scripts of files, of which a main starts by itself. */
  define: (files: readonly string[], main: string) => Promise<UncaughtError | null>;
  report: (test: TestReport) => void;
}

/** Runs test files that draw into this page, each into an empty one. Resolves to whether all passed. */
export async function runPageTests(
  tests: readonly string[],
  { room, registry, load, define, report }: PageTests,
): Promise<boolean> {
  installOwnFocus();
  // React's `act` asks for it, and Testing Library sets it in the part that is left out.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const { needed, reached, wrong } = prepareTests(room, tests);
  await load(needed);
  for (const test of tests) {
    const broken = await define(reached.get(test) ?? [], test);
    if (broken) wrong.set(test, broken);
  }
  const { runner, cleanup } = registry;
  if (runner === null) return false;
  const { afterEach } = registry.require('vitest') as { afterEach: (hook: () => void) => void };
  const begin = () => {
    document.body.replaceChildren();
    document.adoptedStyleSheets = [];
    if (cleanup) afterEach(cleanup);
  };
  return runTestFiles(tests, { room, wrong, runner, report, begin });
}
