/** Endings that a program may leave out, in the order of their precedence. */
const ENDINGS = ['.js', '.ts', '.json', '.mjs', '.cjs', '.mts', '.cts', '.jsx', '.tsx'];
/** The ending of a compiled file, and those of the files that it comes from. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Returns the file of the room that a file means by a path such as `./shop`; null if there is none. */
export function resolveFile(path: string, from: string, files: ReadonlySet<string>): string | null {
  const full = fullName(path, from);
  const ending = /\.[cm]?jsx?$/.exec(full)?.[0] ?? '';
  const sources = (SOURCES[ending] ?? []).map((source) => full.slice(0, -ending.length) + source);
  const index = full === '' ? 'index' : `${full}/index`;
  const candidates = [full, ...[full, index].flatMap((start) => ENDINGS.map((each) => start + each)), ...sources];
  return candidates.find((name) => files.has(name)) ?? null;
}

/** Returns the name that a path means in a file, or by default in the folder of all files. */
export function fullName(path: string, from = ''): string {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
