// Starts the product on its own data and a copy of the built web app, so that a build that runs meanwhile does not
// remove its pages. A test that starts it repeatedly sets the folder.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const given = process.env['E2E_FOLDER'];
const folder = given ?? mkdtempSync(join(tmpdir(), 'cip-e2e-'));
if (given === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const web = join(folder, 'web');
if (!existsSync(web)) cpSync('web/dist', web, { recursive: true });
process.env['WEB_DIR'] = web;
process.env['DATA_DIR'] = join(folder, 'data');

await import(new URL('../../server/src/main.ts', import.meta.url).href);
