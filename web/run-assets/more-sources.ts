import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inPackage } from './packages.ts';

/** The source of a file that JavaScript and TypeScript programs may need besides their runtime. */
export interface MoreSource {
  /** The key under which the app lists it. */
  key: string;
  /** Path of its entry, which exports its modules. */
  entry: string;
  /** Modules that it takes from other files. */
  external: readonly string[];
  /** Packages that a run's record names if it uses the file. */
  packages: readonly string[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const own = (name: string): MoreSource => ({
  key: `js/${name}`,
  entry: here(`../runner/languages/javascript/more/${name}.ts`),
  external: [],
  packages: [],
});
const packaged = (name: string, packages: readonly string[], external: readonly string[] = []): MoreSource => ({
  key: `js/${name}`,
  entry: here(`../runner/languages/javascript/packages/${name}.ts`),
  external,
  packages,
});

/** Every such file that the build prepares. */
export const MORE_SOURCES: readonly MoreSource[] = [
  own('node'),
  own('syntax'),
  own('project'),
  packaged('lodash', ['lodash']),
  packaged('lodash-fp', [], ['lodash']),
  packaged('expect', ['@vitest/expect']),
  packaged('react', ['react']),
  packaged('react-dom', ['react-dom'], ['react']),
  packaged('testing-dom', ['@testing-library/dom']),
  packaged(
    'testing-react',
    ['@testing-library/react'],
    ['react', 'react-dom', 'react-dom/client', '@testing-library/dom'],
  ),
  packaged('testing-user-event', ['@testing-library/user-event'], ['@testing-library/dom']),
  packaged('react-dom-server', ['react-dom'], ['react']),
];

/** Returns the version of a package. */
export function versionOf(name: string): string {
  return (JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8')) as { version: string }).version;
}
