import { build } from 'vite';
import type { Plugin } from 'vite';
import { TREE_SHAKING } from '../tree-shaking.ts';
import type { MoreSource } from './more-sources.ts';

/** Replaces the modules' own address, because the worker's is a blob, which resolves nothing. */
const withoutAddress: Plugin = {
  name: 'without-address',
  enforce: 'pre',
  transform: (code) => code.replaceAll('import.meta.url', "'https://runtime.invalid/'"),
};

/** Bundles a script into one classic file. */
export function bundle(entry: string): Promise<string> {
  return bundled(entry, 'iife', []);
}

/** Bundles the modules of a file for programs, in a function that the worker calls (`module-registry.ts`). */
export async function bundleModules({ entry, external }: MoreSource): Promise<string> {
  const code = await bundled(entry, 'cjs', external);
  return `defineRunnerModules(function(require,module,exports){${code}\n})`;
}

async function bundled(entry: string, format: 'iife' | 'cjs', external: readonly string[]): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [withoutAddress],
    // React's build for development: its messages are better, and its tests need it.
    ...(format === 'cjs' && { define: { 'process.env.NODE_ENV': '"development"' } }),
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      lib: { entry, formats: [format], name: 'runner' },
      rolldownOptions: { external: [...external], treeshake: TREE_SHAKING, output: { codeSplitting: false } },
    },
  });
  const files = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  const script = files.find((file) => file.type === 'chunk');
  if (script === undefined) throw new Error(`${entry} was not built`);
  return script.code.trim();
}
