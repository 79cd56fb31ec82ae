/** Modules of Node.js that are part of the worker. */
const OWN = ['buffer', 'events', 'fs', 'fs/promises', 'perf_hooks', 'process', 'readline', 'timers'] as const;

/** Modules of Node.js in the file `js/node`. */
const MORE = [
  'assert',
  'assert/strict',
  'crypto',
  'os',
  'path',
  'path/posix',
  'readline/promises',
  'string_decoder',
  'timers/promises',
  'url',
  'util',
  'util/types',
] as const;

/** Packages in files of their own, by the module that a program names, with the files that they need before them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  lodash: ['js/lodash'],
  'lodash/fp': ['js/lodash', 'js/lodash-fp'],
  'lodash-es': ['js/lodash'],
  expect: ['js/expect'],
  vitest: ['js/expect'],
  '@jest/globals': ['js/expect'],
  'node:test': ['js/expect'],
  chai: ['js/expect'],
  react: ['js/react'],
  'react/jsx-runtime': ['js/react'],
  'react/jsx-dev-runtime': ['js/react'],
  'react-dom/server': ['js/react', 'js/react-dom-server'],
};

const TESTING_REACT = ['js/react', 'js/react-dom', 'js/testing-dom', 'js/testing-react'];
/** Packages that draw into a page, which only a preview has. */
const PAGE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'react-dom': ['js/react', 'js/react-dom'],
  'react-dom/client': ['js/react', 'js/react-dom'],
  '@testing-library/dom': ['js/testing-dom'],
  '@testing-library/react': TESTING_REACT,
  '@testing-library/react/pure': TESTING_REACT,
  '@testing-library/user-event': ['js/testing-dom', 'js/testing-user-event'],
};
const NEED_PAGE = /^(?:react-dom|react-dom\/client|@testing-library\/.+)$/;

/** Whether this is a preview, which has a page but no modules of Node.js. */
const hasPage = 'document' in globalThis;

/** A method of lodash as a module of its own, such as `lodash/get` or `lodash-es/get.js`. */
const LODASH_METHOD = /^lodash(?:-es)?\/(\w+?)(?:\.js)?$/;

/** Returns the name of a module without the prefix `node:`, which only `node:test` needs. */
export function moduleName(specifier: string): string {
  return specifier === 'node:test' ? specifier : specifier.replace(/^node:/, '');
}

/** Returns the lodash method that a module is; null if it is another module. */
export function lodashMethod(name: string): string | null {
  const method = LODASH_METHOD.exec(name)?.[1] ?? null;
  return method === 'fp' ? null : method;
}

/** Returns the files that a module needs, in the order of their loading; null if there is no such module. */
export function filesOf(specifier: string): readonly string[] | null {
  const name = moduleName(specifier);
  if (hasPage) return filesInPage(name);
  if (OWN.some((own) => own === name)) return [];
  if (MORE.some((more) => more === name)) return ['js/node'];
  if (specifier !== name) return null;
  if (lodashMethod(name) !== null) return ['js/lodash'];
  return Object.hasOwn(PACKAGES, name) ? (PACKAGES[name] ?? null) : null;
}

function filesInPage(name: string): readonly string[] | null {
  if (lodashMethod(name) !== null) return ['js/lodash'];
  const offered = { ...PACKAGES, ...PAGE_PACKAGES };
  return Object.hasOwn(offered, name) ? (offered[name] ?? null) : null;
}

/** Returns the error of a module that does not exist here. It names the modules that do. */
export function missingModule(specifier: string): Error {
  return Object.assign(new Error(`Cannot find module '${specifier}': ${reasonOf(specifier)}`), {
    code: 'MODULE_NOT_FOUND',
  });
}

function reasonOf(specifier: string): string {
  if (/^[./]/.test(specifier)) return 'the room has no such file.';
  if (hasPage)
    return 'a page has no packages besides react, react-dom, lodash, vitest and @testing-library/react, /dom and /user-event.';
  if (NEED_PAGE.test(specifier)) return 'programs have no page here to draw into.';
  const modules = [...OWN, ...MORE].filter((name) => !name.includes('/')).toSorted();
  return `programs have no packages here besides lodash, expect, vitest, react and react-dom/server. There are ${modules.join(', ')}.`;
}
