import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { here } from './module-graph.ts';
import { inPackage } from './run-assets/packages.ts';

/** The packages of types in each file of types, and which of their files. */
const PACKAGES: Record<string, { name: string; test: RegExp }[]> = {
  lodash: [{ name: '@types/lodash', test: /^(?!fp)[\w/]+\.d\.ts$/ }],
  react: [
    { name: '@types/react', test: /^(index|global|jsx-runtime|jsx-dev-runtime)\.d\.ts$/ },
    { name: 'csstype', test: /^index\.d\.ts$/ },
  ],
};

/** Types that have no package here: the build for imports is the same as lodash. */
const OWN: Record<string, Record<string, string>> = {
  lodash: { 'lodash-es/index.d.ts': "import lodash = require('lodash');\nexport = lodash;\n" },
};

const FOLDER = here('src/features/documents/completion/typescript/');

/** Returns the files of types of a library, by their path below `node_modules/`. */
export function libraryTypes(library: string): Record<string, string> {
  const files = (PACKAGES[library] ?? []).flatMap(({ name, test }) =>
    readdirSync(inPackage(name, ''), { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => test.test(file))
      .map((file) => [`${name}/${file}`, readFileSync(inPackage(name, file), 'utf8')] as const),
  );
  return { ...Object.fromEntries(files), ...OWN[library] };
}

/** Fills the modules `…-types.ts` of the completion with the types of their libraries. */
export const libraryTypesModules: Plugin = {
  name: 'library-types',
  load(id) {
    const [, library = ''] = id.startsWith(FOLDER) ? (/([a-z]+)-types\.ts$/.exec(id) ?? []) : [];
    if (!(library in PACKAGES)) return null;
    return `export const FILES = JSON.parse(${JSON.stringify(JSON.stringify(libraryTypes(library)))});`;
  },
};
