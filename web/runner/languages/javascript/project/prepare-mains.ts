import type { UncaughtError } from '../script-error.ts';
import type { RoomModules } from './room-modules.ts';

/** The file of modules that has the test functions. */
const TEST_FUNCTIONS = 'js/expect';

interface PreparedMains {
  /** The packages' files that they need. */
  needed: string[];
  /** The files that each of them reaches. */
  reached: Map<string, readonly string[]>;
  /** The errors of starts that reach wrong syntax. */
  wrong: Map<string, UncaughtError>;
}

/** Compiles the modules of several files, each of which starts by itself. */
export function prepareMains(room: RoomModules, mains: readonly string[]): PreparedMains {
  const needed = new Set<string>();
  const reached = new Map<string, readonly string[]>();
  const wrong = new Map<string, UncaughtError>();
  for (const main of mains) {
    const prepared = room.prepare(main);
    for (const file of prepared.needed) needed.add(file);
    reached.set(main, prepared.reached);
    if (prepared.wrong) wrong.set(main, prepared.wrong);
  }
  return { needed: [...needed], reached, wrong };
}

/** Compiles the modules of test files. They also need the test functions, whose names they may take as given. */
export function prepareTests(room: RoomModules, tests: readonly string[]): PreparedMains {
  const prepared = prepareMains(room, tests);
  return { ...prepared, needed: [...new Set([...prepared.needed, TEST_FUNCTIONS])] };
}
