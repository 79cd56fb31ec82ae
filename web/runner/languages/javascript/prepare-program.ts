import type { Host } from '../../worker/serve-programs.ts';
import type { EventLoop } from './event-loop.ts';
import type { ModuleRegistry } from './module-registry.ts';
import { filesFor, modulesByLines } from './program-modules.ts';
import type { ProgramModules } from './program-modules.ts';
import { withAddresses, wrongImport } from './program-text.ts';
import type { UncaughtError } from './script-error.ts';

/** Reads the modules that a program names from its tokens. Throws if its syntax is wrong. */
export type ReadModules = (code: string) => ProgramModules;

interface Tools {
  host: Host;
  registry: ModuleRegistry;
  loop: Pick<EventLoop, 'during'>;
}

/** A program whose modules are loaded, with their addresses. */
interface Prepared {
  code: string;
  modules: ProgramModules | undefined;
}

/**
 * Loads the modules that a program names. Resolves to the program with their addresses, or to the error of an import
 * that cannot work. `first` are the files that `firstFiles` returns.
 */
export async function prepareProgram(
  code: string,
  { host, registry, loop }: Tools,
  first: readonly string[],
  bundled: ReadModules | undefined,
): Promise<Prepared | UncaughtError> {
  const load = async (files: readonly string[]) => {
    if (files.length > 0) for (const script of await host.more(files)) await registry.add(script);
  };
  const isSyntax = first.includes('js/syntax');
  if (!isSyntax || bundled === undefined) await load(first);
  if (!isSyntax) return { code, modules: undefined };
  const modules = modulesOf(code, bundled ?? (registry.require('js/syntax') as ReadModules));
  await load(filesFor(modules, code));
  return wrongImport(code, modules, registry) ?? { code: withAddresses(code, modules, registry, loop), modules };
}

function modulesOf(code: string, read: ReadModules): ProgramModules {
  try {
    return read(code);
  } catch {
    return modulesByLines(code);
  }
}
