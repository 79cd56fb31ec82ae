import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { filesOf } from '../runner/languages/sql/tar.ts';
import { inPackage } from './packages.ts';
import type { PackageSource } from './asset-source.ts';

const PACKAGE = '@electric-sql/pglite';
const BUNDLE = '.tar.gz';
const CONTROL = /^share\/postgresql\/extension\/([\w-]+)\.control$/;

/** Returns the extensions of PostgreSQL that PGlite brings: each with the bundle that has its files. */
export async function postgresExtensions(): Promise<PackageSource[]> {
  const bundles = (await readdir(inPackage(PACKAGE, 'dist'))).filter((file) => file.endsWith(BUNDLE));
  return bundles.sort().flatMap(extensionsIn);
}

function extensionsIn(bundle: string): PackageSource[] {
  const tar = gunzipSync(readFileSync(inPackage(PACKAGE, `dist/${bundle}`)));
  const read = async () => tar;
  return [...filesOf(tar)].flatMap(({ name, content }) => {
    const [, extension] = CONTROL.exec(name) ?? [];
    if (extension === undefined) return [];
    const control = Buffer.from(content).toString();
    const [, version = ''] = /^default_version\s*=\s*'(.*)'/m.exec(control) ?? [];
    const [, requires = ''] = /^requires\s*=\s*'(.*)'/m.exec(control) ?? [];
    const depends = requires.split(/[\s,]+/).filter(Boolean);
    return [
      { package: extension, name: bundle.slice(0, -'.gz'.length), read, version, provides: [extension], depends },
    ];
  });
}
