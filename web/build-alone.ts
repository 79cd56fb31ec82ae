import { build } from 'vite';
import type { BuildEnvironmentOptions, InlineConfig } from 'vite';
import { here } from './module-graph.ts';

/**
 * Builds a file below `web/src` into one classic script that needs no other. Returns its code, and its styles if it has
 * any. Throws if it was not built.
 */
export async function buildAlone(
  entry: string,
  lib: { name: string; cssFileName?: string },
  { build: options, ...config }: InlineConfig & { build?: BuildEnvironmentOptions } = {},
): Promise<{ code: string; styles: string | undefined }> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ...config,
    build: {
      write: false,
      target: 'es2023',
      ...options,
      lib: { entry: here(`src/${entry}`), formats: ['iife'], ...lib },
    },
  });
  const files = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  const script = files.find((file) => file.type === 'chunk');
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script === undefined) throw new Error(`src/${entry} was not built`);
  return { code: script.code, styles: style?.type === 'asset' ? String(style.source) : undefined };
}
