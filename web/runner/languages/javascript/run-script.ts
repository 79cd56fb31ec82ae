import type { RunFile } from '@cip/contracts/runs/runs';
import type { Host } from '../../worker/serve-programs.ts';
import type { ReadModules } from './prepare-program.ts';
import { firstFiles } from './program-modules.ts';
import type { Compiler } from './project/room-modules.ts';
import { RunningScript } from './running-script.ts';

/**
 * Runs a script as a function, or as a module if it uses the syntax of one. It ends when nothing is pending any more, or
 * with its first uncaught error. `bundled` is for languages that read tokens anyway.
 */
export function runScript(code: string, fileName: string, host: Host, bundled?: ReadModules): void | Promise<void> {
  const program = new RunningScript(code, fileName, host);
  const first = firstFiles(code);
  return first.length === 0 ? program.start(code) : program.prepare(first, bundled);
}

/**
 * Runs the first of a program's files in the same way; the others are its modules. With `tests`, the files of these
 * names run in its place.
 */
export function runProject(
  { files, tests }: { files: readonly RunFile[]; tests?: readonly string[] | undefined },
  host: Host,
  compiler?: Compiler,
): Promise<void> {
  const [{ name, content } = { name: '', content: '' }] = files;
  return new RunningScript(content, name, host, files).prepareProject(compiler, tests);
}
