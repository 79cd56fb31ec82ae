import { isSafeName } from '../../../platform/zip-stream.ts';
import { type FolderCodes, folderPath } from './folder-path.ts';
import type { FrontMatter } from './front-matter.ts';

export const NO_CODES: FolderCodes = new Map();

/** Returns the paths of the files that front matter names without their codes. */
export function pathsOf({ files = {} }: FrontMatter): string[] {
  return Object.entries(files).flatMap(([language, entries]) =>
    entries.filter(({ code }) => code === undefined).map(({ name }) => folderPath(language, name)),
  );
}

/** Moves the codes of files out of front matter; the code of a file with an unsafe name stays. */
export function withFolder(front: FrontMatter): { front: FrontMatter; codes: FolderCodes } {
  if (front.files === undefined) return { front, codes: NO_CODES };
  const codes = new Map<string, string>();
  const moved = Object.entries(front.files).map(([language, entries]) => {
    const named = entries.map((entry) => {
      const path = folderPath(language, entry.name);
      if (entry.code === undefined || !isSafeName(path)) return entry;
      const { code, ...rest } = entry;
      codes.set(path, code);
      return rest;
    });
    return [language, named] as const;
  });
  return { front: { ...front, files: Object.fromEntries(moved) }, codes };
}
