import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { TREE_SHAKING } from '../tree-shaking.ts';
import { notices } from './notices.ts';
import { RUNTIME_SOURCES } from './sources.ts';
import type { PackageSource, RuntimeSource } from './sources.ts';
import { storeFile } from './store.ts';
import type { StoredFile } from './store.ts';

/** Everything below `/run/`: its files, and the module that lists them for the app. */
export interface PreparedRun {
  files: StoredFile[];
  /** Code of `web/src/features/runs/sandbox/run-assets.ts` in the built app. */
  module: string;
  /** Address of the licences. */
  noticeUrl: string;
}

const FRAME = fileURLToPath(new URL('../runner/frame/boot.ts', import.meta.url));

let prepared: Promise<PreparedRun> | undefined;

/** Prepares the isolated frame and all runtimes, once per process. */
export function prepareRun(): Promise<PreparedRun> {
  return (prepared ??= prepare());
}

async function prepare(): Promise<PreparedRun> {
  const frame = await prepareFrame();
  const notice = await storeFile('', 'notice.txt', Buffer.from(notices()));
  const runtimes: PreparedRuntime[] = [];
  // One after another, because a build beside others takes their memory too.
  for (const source of RUNTIME_SOURCES) runtimes.push(await prepareRuntime(source));
  const list = Object.fromEntries(
    runtimes.map(({ language, script, files, offered }) => [
      language,
      {
        script: listed('worker.js', script),
        files: files.map(({ name, file }) => listed(name, file)),
        ...(offered && { offered: Object.fromEntries(offered.map(listedPackage)) }),
      },
    ]),
  );
  return {
    files: [frame, notice, ...runtimes.flatMap(filesOf)],
    module: `export const FRAME_URL = ${JSON.stringify(`/${frame.path}`)};\nexport const RUN_ASSETS = ${JSON.stringify(list)};`,
    noticeUrl: `/${notice.path}`,
  };
}

async function prepareFrame(): Promise<StoredFile> {
  const script = await bundle(FRAME);
  const page = `<!doctype html><meta charset="utf-8"><title>Runs code</title><script>${script}</script>`;
  return storeFile('', 'frame.html', Buffer.from(page));
}

interface PreparedRuntime {
  language: string;
  script: StoredFile;
  files: { name: string; file: StoredFile }[];
  offered?: { source: PackageSource; file: StoredFile }[];
}

async function prepareRuntime({ language, worker, files, offered }: RuntimeSource): Promise<PreparedRuntime> {
  const script = await storeFile(language, 'worker.js', Buffer.from(await bundle(worker)));
  const stored: PreparedRuntime['files'] = [];
  for (const { name, read } of files) stored.push({ name, file: await storeFile(language, name, await read()) });
  const prepared: PreparedRuntime = { language, script, files: stored };
  if (offered === undefined) return prepared;
  prepared.offered = [];
  for (const source of await offered())
    prepared.offered.push({ source, file: await storeFile(language, source.name, await source.read()) });
  return prepared;
}

function filesOf({ script, files, offered = [] }: PreparedRuntime): StoredFile[] {
  return [script, ...[...files, ...offered].map(({ file }) => file)];
}

function listedPackage({ source, file }: NonNullable<PreparedRuntime['offered']>[number]) {
  const { package: name, version, provides, depends, lock } = source;
  return [name, { ...listed(source.name, file), version, provides, depends, ...(lock && { lock }) }] as const;
}

function listed(name: string, { path, bytes, download }: StoredFile) {
  return { name, url: `/${path}`, bytes, download };
}

/** Replaces the modules' own address, because the worker's is a blob, which resolves nothing. */
const withoutAddress: Plugin = {
  name: 'without-address',
  enforce: 'pre',
  transform: (code) => code.replaceAll('import.meta.url', "'https://runtime.invalid/'"),
};

/** Bundles a script into one classic file. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [withoutAddress],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'runner' },
      rolldownOptions: { treeshake: TREE_SHAKING, output: { codeSplitting: false } },
    },
  });
  const files = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  const script = files.find((file) => file.type === 'chunk');
  if (script === undefined) throw new Error(`${entry} was not built`);
  return script.code.trim();
}
