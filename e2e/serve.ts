// Starts the product as it is started for people, on data of its own and on a copy of the built web app, so that
// a build that runs meanwhile does not pull the pages away.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'cip-e2e-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

cpSync('web/dist', join(folder, 'web'), { recursive: true });
process.env['WEB_DIR'] = join(folder, 'web');
process.env['DATA_DIR'] = join(folder, 'data');

await import(new URL('../server/src/main.ts', import.meta.url).href);
