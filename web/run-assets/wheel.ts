import { createHash } from 'node:crypto';
import { filesOfZip } from './stored-zip.ts';

/** An entry of Pyodide's list of packages. */
export interface LockEntry {
  name: string;
  version: string;
  file_name: string;
  install_dir: string;
  sha256: string;
  package_type: string;
  imports: string[];
  depends: string[];
  unvendored_tests?: boolean;
}

/** Wheels for Python in the browser: of Python alone, or compiled for this Python (PEP 783). */
const RUNNABLE =
  /-(?:py3|py2\.py3|cp3\d+)-none-any\.whl$|-cp314-(?:cp314|abi3)-(?:pyemscripten|pyodide)_2026_0_wasm32\.whl$/;

/** Returns the entry of a wheel from its METADATA and RECORD. Throws if it is for another Python or has neither. */
export function entryOfWheel(file: string, wheel: Buffer): LockEntry {
  if (!RUNNABLE.test(file)) throw new Error(`${file} is not for Python in browsers.`);
  const texts = new Map(
    filesOfZip(wheel).map(({ name, content }) => [name.replace(/^[^/]*\.dist-info\//, ''), content]),
  );
  const [metadata, record] = ['METADATA', 'RECORD'].map((name) => texts.get(name)?.toString());
  if (metadata === undefined || record === undefined) throw new Error(`${file} is not a wheel.`);
  const field = (name: string) =>
    [...metadata.matchAll(new RegExp(`^${name}: *(.*)$`, 'gm'))].map(([, value = '']) => value);
  return {
    name: field('Name')[0] ?? '',
    version: field('Version')[0] ?? '',
    file_name: file,
    install_dir: 'site',
    sha256: createHash('sha256').update(wheel).digest('hex'),
    package_type: 'package',
    imports: modulesOf(record),
    // What only some systems or extras need is left out.
    depends: field('Requires-Dist')
      .filter((each) => !each.includes(';'))
      .map((each) => /^[\w.-]+/.exec(each)?.[0] ?? each),
    unvendored_tests: false,
  };
}

/** Returns the modules at the top of a wheel, by its list of files. */
function modulesOf(record: string): string[] {
  const paths = record.split('\n').map((line) => line.split(',')[0] ?? '');
  const modules = paths.flatMap((path) => /^(\w+)(?:\/.*|\.py|\.[\w.-]*so)$/.exec(path)?.[1] ?? []);
  return [...new Set(modules)].sort();
}
