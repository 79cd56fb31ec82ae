import { fileURLToPath } from 'node:url';
import { bundle, bundleModules } from './bundle.ts';
import { MORE_SOURCES, versionOf } from './more-sources.ts';
import type { MoreSource } from './more-sources.ts';
import { notices } from './notices.ts';
import { RUNTIME_SOURCES } from './sources.ts';
import type { PackageSource, RuntimeSource } from './asset-source.ts';
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

/** The isolated frames: their scripts and their titles. */
const FRAMES = {
  frame: { entry: '../runner/frame/boot.ts', title: 'Runs code' },
  preview: { entry: '../runner/preview/boot.ts', title: 'Preview' },
};

let prepared: Promise<PreparedRun> | undefined;

/** Prepares the isolated frame and all runtimes, once per process. */
export function prepareRun(): Promise<PreparedRun> {
  return (prepared ??= prepare());
}

async function prepare(): Promise<PreparedRun> {
  const frame = await prepareFrame('frame');
  const preview = await prepareFrame('preview');
  const notice = await storeFile('', 'notice.txt', Buffer.from(notices()));
  const runtimes: PreparedRuntime[] = [];
  // One after another, because a build beside others takes their memory too.
  for (const source of RUNTIME_SOURCES) runtimes.push(await prepareRuntime(source));
  const more: PreparedMore[] = [];
  for (const source of MORE_SOURCES) more.push(await prepareMore(source));
  const list = Object.fromEntries([
    ...runtimes.map(({ language, script, files, offered }) => [
      language,
      {
        script: listed('worker.js', script),
        files: files.map(({ name, file }) => listed(name, file)),
        ...(offered && { offered: Object.fromEntries(offered.map(listedPackage)) }),
      },
    ]),
    ...more.map(({ key, script, packages }) => [key, { script: listed(key, script), files: [], packages }]),
  ]) as Record<string, unknown>;
  return {
    files: [frame, preview, notice, ...more.map(({ script }) => script), ...runtimes.flatMap(filesOf)],
    module: [
      `export const FRAME_URL = ${JSON.stringify(`/${frame.path}`)};`,
      `export const PREVIEW_URL = ${JSON.stringify(`/${preview.path}`)};`,
      `export const RUN_ASSETS = ${JSON.stringify(list)};`,
    ].join('\n'),
    noticeUrl: `/${notice.path}`,
  };
}

async function prepareFrame(name: keyof typeof FRAMES): Promise<StoredFile> {
  const { entry, title } = FRAMES[name];
  const script = await bundle(fileURLToPath(new URL(entry, import.meta.url)));
  const viewport = '<meta name="viewport" content="width=device-width">';
  const page = `<!doctype html><meta charset="utf-8">${viewport}<title>${title}</title><script>${script}</script>`;
  return storeFile('', `${name}.html`, Buffer.from(page));
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

interface PreparedMore {
  key: string;
  script: StoredFile;
  packages: { name: string; version: string }[];
}

async function prepareMore(source: MoreSource): Promise<PreparedMore> {
  const script = await storeFile('', `${source.key}.js`, Buffer.from(await bundleModules(source)));
  const packages = source.packages.map((name) => ({ name, version: versionOf(name) }));
  return { key: source.key, script, packages };
}

function listed(name: string, { path, bytes, download }: StoredFile) {
  return { name, url: `/${path}`, bytes, download };
}
