import { parseArgs } from 'node:util';
import { pathFromRoot } from './paths.mjs';

const USAGE = 'Usage: npm run packages -- numpy pandas [--from <folder of wheels>]\n';

/**
 * Stores packages of Python for the next build; without names, removes those that are stored.
 * @param {string[]} args
 */
export async function packages(args) {
  const { values, positionals } = parseArgs({ args, options: { from: { type: 'string' } }, allowPositionals: true });
  const { pyodideLock, storePackages } = await import(pathFromRoot('web/run-assets/python-packages.ts'));
  const { address } = pyodideLock();
  /** @param {string} file */
  const download = async (file) => {
    const response = await fetch(`${address}${file}`);
    if (!response.ok) throw new Error(`${address}${file} answers ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  };
  try {
    const stored = await storePackages(positionals, { from: values.from, download });
    for (const { name, version } of stored) process.stdout.write(`${name} ${version}\n`);
    process.stdout.write(stored.length === 0 ? `No packages. ${USAGE}` : 'The next build of the web app has them.\n');
    return 0;
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    process.stderr.write(`${message}${cause instanceof Error ? ` (${cause.message})` : ''}\n`);
    return 1;
  }
}
