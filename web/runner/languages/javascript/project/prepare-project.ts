import type { RunFile } from '@cip/contracts/runs/runs';
import type { Host } from '../../../worker/serve-programs.ts';
import { addressOf } from '../module-registry.ts';
import type { ModuleRegistry } from '../module-registry.ts';
import type { UncaughtError } from '../script-error.ts';
import { RoomModules } from './room-modules.ts';
import type { Compiler } from './room-modules.ts';

const { importScripts } = self;

/**
 * Loads the packages that the files of a program name. Resolves to the files as modules, and to the error of one
 * whose syntax is wrong. `bundled` is for languages that compile anyway.
 */
export async function prepareProject(
  files: readonly RunFile[],
  { host, registry }: { host: Host; registry: ModuleRegistry },
  bundled: Compiler | undefined,
): Promise<{ room: RoomModules; wrong?: UncaughtError }> {
  const load = async (names: readonly string[]) => {
    if (names.length > 0) for (const script of await host.more(names)) registry.add(script);
  };
  if (bundled === undefined) await load(['js/project']);
  const room = new RoomModules(files, {
    compile: bundled ?? (registry.require('js/project') as Compiler),
    require: (name) => registry.require(name),
    load: (url) => importScripts(url),
    addressOf,
  });
  const { needed, ...wrong } = room.prepare();
  await load(needed);
  return { room, ...wrong };
}
