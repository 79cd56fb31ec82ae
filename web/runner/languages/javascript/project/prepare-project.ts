import type { RunFile } from '@cip/contracts/runs/runs';
import type { Host } from '../../../worker/serve-programs.ts';
import { addressOf } from '../module-registry.ts';
import type { ModuleRegistry } from '../module-registry.ts';
import type { UncaughtError } from '../script-error.ts';
import { prepareMains, prepareTests } from './prepare-mains.ts';
import { RoomModules } from './room-modules.ts';
import type { Compiler } from './room-modules.ts';

const { importScripts } = self;

/** The files of a program as modules, and by each file that starts the error of wrong syntax that it reaches. */
interface PreparedProject {
  room: RoomModules;
  wrong: ReadonlyMap<string, UncaughtError>;
}

/**
 * Loads the packages that the files of a program name: of the first file, or of the test files if they run in its
 * place. `bundled` is for languages that compile anyway.
 */
export async function prepareProject(
  files: readonly RunFile[],
  { host, registry }: { host: Host; registry: ModuleRegistry },
  bundled: Compiler | undefined,
  tests?: readonly string[],
): Promise<PreparedProject> {
  const load = async (names: readonly string[]) => {
    if (names.length > 0) for (const script of await host.more(names)) await registry.add(script);
  };
  if (bundled === undefined) await load(['js/project']);
  const room = new RoomModules(files, {
    compile: bundled ?? (registry.require('js/project') as Compiler),
    require: (name) => registry.require(name),
    load: (url) => importScripts(url),
    addressOf,
  });
  const { needed, wrong } = tests ? prepareTests(room, tests) : prepareMains(room, [room.entry]);
  await load(needed);
  return { room, wrong };
}
