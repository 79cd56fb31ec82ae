// Starts the product on its own data and a copy of the built web app, so that a build that runs meanwhile does not
// remove its pages. If a test starts it repeatedly, it sets the folder.
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runtimes are 225 MB of files that no test changes in place. */
const IS_RUNTIME = /^run\/.*\.(br|data|tar|wasm|zip)$/;

const given = process.env['E2E_FOLDER'];
const folder = given ?? mkdtempSync(join(tmpdir(), 'cip-e2e-'));
if (given === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const web = join(folder, 'web');
if (!existsSync(web)) copyWeb('web/dist', web);
process.env['WEB_DIR'] = web;
process.env['DATA_DIR'] = join(folder, 'data');
// For the tests that read its e-mails.
process.stdout.write(`Data in ${process.env['DATA_DIR']}\n`);

await import(new URL('../../server/src/main.ts', import.meta.url).href);

/** Copies the web app; its runtimes are linked if links are possible. */
function copyWeb(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !IS_RUNTIME.test(path.slice(from.length + 1)) });
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((each) => IS_RUNTIME.test(each))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    try {
      linkSync(join(from, path), join(to, path));
    } catch {
      copyFileSync(join(from, path), join(to, path));
    }
  }
}
