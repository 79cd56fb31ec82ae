import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A package or a workspace in the lockfile, by its folder. */
interface Locked {
  /** The workspace behind a link in node_modules. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/**
 * Fills an empty folder with the content of the container image, by the instructions of deploy/Dockerfile: files that
 * it copies, and packages that it installs. Files are links if links are possible: change none in place.
 */
export function createShipped(folder: string): void {
  const { modules, last } = stages();
  const [, options = ''] = /^RUN npm ci --omit=dev ((?:--workspace=\S+ ?)+)$/m.exec(modules) ?? [];
  const workspaces = [...options.matchAll(/--workspace=(\S+)/g)].map(([, name = '']) => name);
  if (workspaces.length === 0) throw new Error('deploy/Dockerfile installs packages in a way that this test cannot');
  followCopies(modules, folder);
  installPackages(workspaces, folder);
  followCopies(last, folder);
}

/** Returns Node's arguments and the environment of the image. */
export function shippedCommand(): { args: string[]; env: Record<string, string> } {
  const { last } = stages();
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(last) ?? [];
  const [, settings = ''] = /^ENV (.*)$/m.exec(last) ?? [];
  const env = Object.fromEntries(settings.split(' ').map((setting) => setting.split('=') as [string, string]));
  return { args: (JSON.parse(command) as string[]).slice(1), env };
}

/** Returns the instructions of the stage that installs packages, and of the last one. */
function stages(): { modules: string; last: string } {
  const all = read('deploy/Dockerfile').split(/^(?=FROM )/m);
  const [modules, last] = [all.find((stage) => / AS modules$/m.test(stage)), all.at(-1)];
  if (modules === undefined || last === undefined) throw new Error('deploy/Dockerfile has no stage named modules');
  return { modules, last };
}

/** Follows the COPY instructions of a stage, except for the packages that the stage before has installed. */
function followCopies(stage: string, folder: string): void {
  const ignored = read('.dockerignore').split('\n').filter(Boolean);
  const isSent = (path: string) => !ignored.some((pattern) => matchesGlob(path, pattern));
  for (const [, from, words = ''] of stage.matchAll(/^COPY (?:--from=(\w+) )?(.*)$/gm)) {
    if (from === 'modules') continue;
    const paths = words.split(' ').map((path) => path.replace(/^\/app\//, ''));
    const target = paths.pop() ?? '';
    // If another stage has built it, it is not in the build context, which has no ignored files.
    for (const path of paths)
      place(
        path,
        join(folder, target.endsWith('/') ? join(target, basename(path)) : target),
        from ? () => true : isSent,
      );
  }
}

/** Places the packages that workspaces need in production, as `npm ci` does by the lockfile. */
function installPackages(workspaces: readonly string[], folder: string): void {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const needed = new Set<string>();
  const waiting = workspaces.map((name) => `node_modules/@cip/${name}`);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (needed.has(path)) continue;
    needed.add(path);
    const { link, resolved = '' } = packages[path] ?? {};
    const from = link ? resolved : path;
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolve(packages, from, name);
      // Builds for other machines, and optional peers, are not installed.
      if (found !== undefined && existsSync(join(ROOT, found))) waiting.push(found);
    }
  }
  for (const path of needed) {
    const { link, resolved = '' } = packages[path] ?? {};
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (link) symlinkSync(join(folder, resolved), join(folder, path), 'junction');
    else place(path, join(folder, path), (file) => file !== `${path}/node_modules`);
  }
}

/** Returns the folder of a package that another one imports: the nearest. */
function resolve(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '.') return undefined;
  }
}

/** Links a file or the files of a folder to a place in another folder; copies them if links are not possible. */
function place(path: string, target: string, isWanted: (path: string) => boolean): void {
  if (!isWanted(path)) return;
  const source = join(ROOT, path);
  if (lstatSync(source).isDirectory()) {
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(source)) place(`${path}/${name}`, join(target, name), isWanted);
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
