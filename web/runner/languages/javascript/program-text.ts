import type { EventLoop } from './event-loop.ts';
import type { ModuleRegistry } from './module-registry.ts';
import { filesOf, missingModule } from './offered.ts';
import type { ModuleUse, ProgramModules } from './program-modules.ts';
import { columnBehind, withoutShellLine } from './project/file-scripts.ts';
import type { UncaughtError } from './script-error.ts';

/** The code before a module that is loaded as a function, on its first line. */
const FUNCTION_START = 'async () => {';

type Loop = Pick<EventLoop, 'during'>;

/** The function that stands in for `import(…)`; as long as the word, so that columns stay. */
const IMPORT_CALL = '$mport';

/**
 * Returns the program with the addresses of its modules. Imports by call go through a function, which stays on the
 * line.
 */
export function withAddresses(code: string, { uses }: ProgramModules, registry: ModuleRegistry, loop: Loop): string {
  const isCalling = uses.some(({ kind }) => kind === 'dynamic');
  if (isCalling) Object.defineProperty(self, IMPORT_CALL, { value: importer(registry, loop), configurable: true });
  let text = '';
  let position = 0;
  for (const { kind, name, start, end } of uses.toSorted((one, other) => one.start - other.start)) {
    if (kind === 'require') continue;
    const place = kind === 'dynamic' ? IMPORT_CALL : `'${registry.addressOf(name ?? '')}'`;
    text += code.slice(position, start) + place;
    position = end;
  }
  return text + code.slice(position);
}

/** Returns the function for imports by call; it rejects in words of ours. */
function importer(registry: ModuleRegistry, loop: Loop) {
  return (specifier: unknown): Promise<unknown> =>
    loop.during(() => {
      const name = String(specifier);
      const url = /^(?:blob|data):/.test(name) ? name : registry.addressOf(name);
      return import(/* @vite-ignore */ url);
    });
}

/** Returns the error of the first import that cannot work; null if all can. */
export function wrongImport(code: string, { uses }: ProgramModules, registry: ModuleRegistry): UncaughtError | null {
  for (const use of uses) {
    if (use.kind !== 'static' || use.name === null) continue;
    if (filesOf(use.name) === null) return placed(missingModule(use.name), code, use);
    const known = new Set(registry.exportsOf(use.name));
    const missing = use.imported.find((name) => !known.has(name));
    if (missing !== undefined) {
      const message = `The requested module '${use.name}' does not provide an export named '${missing}'`;
      return placed(new SyntaxError(message), code, use);
    }
  }
  return null;
}

function placed(error: Error, code: string, { start }: ModuleUse): UncaughtError {
  const before = code.slice(0, start).split('\n');
  error.stack = '';
  return { error, message: error.message, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * Returns a module as a function that is never called, on the same lines, because the error event of a script has the
 * line of a syntax error, which `import()` does not give.
 */
export function asFunction(code: string, modules: ProgramModules | undefined): string {
  const blank = (word: string) => word.replaceAll(/[^\n]/g, ' ');
  let text = withoutShellLine(code);
  for (const [start, end] of modules?.statements ?? [])
    text = text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
  return `${FUNCTION_START}${text.replaceAll(/^export (default )?/gm, blank)}\n}`;
}

/** Returns the column of the program for one of its function. */
export function columnInFunction(line: number, column: number): number {
  return columnBehind(FUNCTION_START, line, column);
}

/** Returns the column of an error; null if an address before it on its line has moved it. */
export function columnOf(
  { line, column }: { line: number | null; column: number | null },
  code: string,
  modules: ProgramModules | undefined,
): number | null {
  if (line === null || column === null || modules === undefined) return column;
  const start = code.split('\n', line - 1).join('\n').length;
  const end = code.indexOf('\n', start + 1);
  const isMoved = modules.uses.some(
    (use) => use.kind === 'static' && use.start >= start && (end < 0 || use.start < end) && column > use.start - start,
  );
  return isMoved ? null : column;
}
