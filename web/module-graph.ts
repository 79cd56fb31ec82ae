import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The part of Rolldown's module information that is used here. */
interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}
/** The modules of a build, by their ids: paths, with a query if a plugin splits a file. */
export interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** Returns the absolute path of a path below `web`, which may end with a query. */
export const here = (path: string) => join(import.meta.dirname, path);

/**
 * Returns the module id of a source file by its path below `web/src`. Throws if there is no such file, because a
 * renaming must not silently change the files that a phone downloads.
 */
export function sourceId(path: string): string {
  const id = here(`src/${path}`);
  if (!existsSync(id.split('?')[0] ?? id)) throw new Error(`The build names web/src/${path}, which does not exist`);
  return id;
}

/** Matches the part of a route that the router splits off: it loads with its route. */
const isRouteSplit = (id: string) => id.includes('tsr-split');

/** Returns the modules that load together with some modules, except those of `excluded` and their imports. */
export function loadedWith(
  graph: ModuleGraph,
  ids: readonly string[],
  excluded: ReadonlySet<string> = new Set(),
): Set<string> {
  return reach(ids, (id) => {
    const info = excluded.has(id) ? null : graph.getModuleInfo(id);
    return info && [...info.importedIds, ...info.dynamicallyImportedIds.filter(isRouteSplit)];
  });
}

/** Returns the modules that load together with some modules before one of a route or of a later part does. */
export function loadedAtStart(graph: ModuleGraph, ids: readonly string[]): Set<string> {
  return reach(ids, (id) => graph.getModuleInfo(id)?.importedIds ?? null);
}

/** Returns the modules that load together with some modules or later, except those of `excluded` and their imports. */
export function loadedEver(graph: ModuleGraph, ids: readonly string[], excluded: ReadonlySet<string>): Set<string> {
  return reach(ids, (id) => {
    const info = excluded.has(id) ? null : graph.getModuleInfo(id);
    return info && [...info.importedIds, ...info.dynamicallyImportedIds];
  });
}

/** Returns the modules that can be reached; `importsOf` returns null for a module that does not count. */
function reach(ids: readonly string[], importsOf: (id: string) => readonly string[] | null): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const imports = found.has(id) ? null : importsOf(id);
    if (imports === null) continue;
    found.add(id);
    waiting.push(...imports);
  }
  return found;
}
