import { parseArgs } from 'node:util';
import { pathFromRoot } from './paths.mjs';

const USAGE = 'Usage: npm run packages -- numpy pandas [--from <folder of wheels, or address of a mirror>]\n';

/**
 * Stores packages of Python for the next build; without names, removes the stored ones.
 * @param {string[]} args
 */
export async function packages(args) {
  const { values, positionals } = parseArgs({ args, options: { from: { type: 'string' } }, allowPositionals: true });
  const { pyodideLock, storePackages } = await import(pathFromRoot('web/run-assets/python-packages.ts'));
  const { downloadFrom } = await import(pathFromRoot('web/run-assets/download-from.ts'));
  const isMirror = /^https?:\/\//.test(values.from ?? '');
  const download = downloadFrom(isMirror ? values.from : pyodideLock().address);
  try {
    const stored = await storePackages(positionals, { from: isMirror ? undefined : values.from, download });
    for (const { name, version } of stored) process.stdout.write(`${name} ${version}\n`);
    process.stdout.write(stored.length === 0 ? `No packages. ${USAGE}` : 'The next build of the web app has them.\n');
    return 0;
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    return 1;
  }
}
