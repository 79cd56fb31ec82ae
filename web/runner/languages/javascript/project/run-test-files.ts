import type { TestReport } from '../../../messages.ts';
import type { TestRunner } from '../module-registry.ts';
import type { Outcome } from '../packages/test-listener.ts';
import type { UncaughtError } from '../script-error.ts';
import { problemText } from './problem-text.ts';
import { roomError, roomFrames } from './room-error.ts';
import type { RoomModules } from './room-modules.ts';

interface TestedProject {
  room: RoomModules;
  /** Errors of files that do not compile, by the test file that reaches them. */
  wrong: ReadonlyMap<string, UncaughtError>;
  runner: TestRunner;
  report: (test: TestReport) => void;
  /** Prepares each file. */
  begin?: () => void;
}

const NO_TESTS = 'This file has no tests.';

/** Runs test files one after another, each with modules of its own. Resolves to whether all their tests passed. */
export async function runTestFiles(files: readonly string[], project: TestedProject): Promise<boolean> {
  let hasFailed = false;
  for (const file of files) {
    const report = (test: Omit<TestReport, 'file'>) => {
      hasFailed ||= test.state === 'failed';
      project.report({ file, ...test });
    };
    report(about([], 'running'));
    project.begin?.();
    const message = await load(file, project);
    if (message !== null) report({ ...about([], 'failed'), ...message });
    else await runTests(file, project, report);
  }
  return !hasFailed;
}

/** Loads a test file, which defines its tests. Resolves to why that failed, else to null. */
async function load(
  file: string,
  { room, wrong, runner }: TestedProject,
): Promise<Pick<TestReport, 'line' | 'message'> | null> {
  const uncaught = wrong.get(file);
  if (uncaught) {
    const line = uncaught.file === file ? uncaught.line : null;
    return {
      line,
      message: roomError(uncaught, room)
        .text.replace(/^Uncaught /, '')
        .trimEnd(),
    };
  }
  try {
    await room.start(file);
  } catch (error) {
    runner.forget();
    const { scripts } = room;
    const broken = error instanceof SyntaxError && scripts.broken !== null ? scripts.fileAt(scripts.broken) : undefined;
    const title = `${problemText(error, (each) => roomFrames(each, room))}${broken === undefined ? '' : ` (${broken})`}`;
    return { line: lineIn(file, error, room), message: title.replace(LOADING, '') };
  }
  return runner.hasTests ? null : { line: null, message: NO_TESTS };
}

/** The words of Chromium before the message of wrong syntax. */
const LOADING = /Failed to execute '\w+' on '\w+': /;

async function runTests(
  file: string,
  { room, runner }: TestedProject,
  report: (test: Omit<TestReport, 'file'>) => void,
): Promise<void> {
  await runner.run({
    begins: ({ names, at }) => report({ ...about(names, 'running'), line: lineIn(file, at, room) }),
    ends({ names, at }, outcome, ms) {
      const error = errorOf(outcome);
      const line = (error && lineIn(file, error.error, room)) ?? lineIn(file, at, room);
      const message = error === null ? '' : problemText(error.error, (each) => roomFrames(each, room));
      report({ names, state: stateOf(outcome), ms, line, message });
    },
    over: () => undefined,
  });
}

const about = (names: string[], state: TestReport['state']) => ({ names, state, ms: 0, line: null, message: '' });

const errorOf = (outcome: Outcome) => (outcome === 'skipped' ? null : outcome);

function stateOf(outcome: Outcome): TestReport['state'] {
  return outcome === null ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed';
}

/** Returns the line of the innermost frame of an error in a file; null if it has none. */
function lineIn(file: string, error: unknown, room: RoomModules): number | null {
  for (const frame of roomFrames(error, room).split('\n')) {
    const [, name, line] = /([\w./-]+):(\d+)(?::\d+)?\)?$/.exec(frame) ?? [];
    if (name === file) return Number(line);
  }
  return null;
}
