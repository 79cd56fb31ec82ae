import { filesOf } from './offered.ts';

/** A place of a program that names a module. `start` and `end` are of the text with its quotes, or of the callee. */
export interface ModuleUse {
  kind: 'static' | 'dynamic' | 'require';
  /** The name; null if it is computed. */
  name: string | null;
  start: number;
  end: number;
  /** The names that a static import or export takes from the module, without the default. */
  imported: readonly string[];
}

/** The modules that a program names, and the syntax of modules in it. */
export interface ProgramModules {
  isModule: boolean;
  uses: readonly ModuleUse[];
  /** Imports and exports, which only a module may have. */
  statements: readonly (readonly [start: number, end: number])[];
  /** Names that the program calls, or whose methods it calls. */
  calls: ReadonlySet<string>;
}

/** Functions of test runners that programs call without an import. */
const TEST_GLOBALS = [
  'describe',
  'it',
  'test',
  'expect',
  'beforeEach',
  'afterEach',
  'beforeAll',
  'afterAll',
  'jest',
  'vi',
];
/** Their members; a parameter such as `test` or `it` has others. */
const TEST_MEMBERS =
  'only|skip|each|todo|fails|concurrent|sequential|skipIf|runIf|extend|soft|poll|any|anything|objectContaining|' +
  'arrayContaining|stringContaining|stringMatching|closeTo|not|assertions|hasAssertions';
const TEST_CALL = new RegExp(String.raw`(?<![.\w$])(?:describe|it|test|expect)\s*(?:\(|\.\s*(?:${TEST_MEMBERS})\b)`);
const REQUIRED = /\brequire\s*\(\s*(['"`])([^'"`\n]+)\1/g;

/** The text of a static import or export at the start of a line, for programs whose tokens cannot be read. */
const IMPORT_LINE = /^[ \t]*(?:import|export)\b[^'"`;()]*?(['"])([^'"\n]+)\1/gm;

/**
 * Returns the files that a program may need before its tokens are read: `js/syntax` reads them. A program without a
 * module but Node's own needs none.
 */
export function firstFiles(code: string): string[] {
  const required = [...code.matchAll(REQUIRED)].map(([, , name = '']) => filesOf(name));
  const isPlain = required.every((files) => files !== null && files.every((file) => file === 'js/node'));
  if (!isPlain || /\bimport\b/.test(code) || mayTest(code)) return ['js/syntax'];
  return [...new Set(required.flatMap((files) => files ?? []))];
}

/** Returns the files of the modules and of the test functions that a program names. */
export function filesFor({ uses, calls }: ProgramModules, code: string): string[] {
  const named = uses.flatMap(({ name }) => (name === null ? [] : (filesOf(name) ?? [])));
  const isTested = calls.size > 0 && TEST_GLOBALS.some((name) => calls.has(name) && !isDeclared(name, code));
  return [...new Set([...named, ...(isTested && mayTest(code) ? ['js/expect'] : [])])];
}

function mayTest(code: string): boolean {
  return TEST_CALL.test(code) && ['describe', 'it', 'test', 'expect'].some((name) => !isDeclared(name, code));
}

/** Whether a program has a function or variable of a name. */
function isDeclared(name: string, code: string): boolean {
  return new RegExp(String.raw`\b(?:function\*?|const|let|var|class)\s+${name}\b`).test(code);
}

/** Returns the modules that the lines of a program import. */
export function modulesByLines(code: string): ProgramModules {
  const uses: ModuleUse[] = [];
  const statements: [number, number][] = [];
  for (const found of code.matchAll(IMPORT_LINE)) {
    const [whole, , name = ''] = found;
    const end = found.index + whole.length;
    uses.push({ kind: 'static', name, start: end - name.length - 2, end, imported: [] });
    statements.push([found.index, end]);
  }
  return { isModule: uses.length > 0, uses, statements, calls: new Set() };
}
