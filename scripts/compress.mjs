// Writes brotli and gzip copies of every text file and program of the built web app, so that the server compresses
// nothing at request time. Argument: the folder of the built app.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [dist = ''] = process.argv.slice(2);
const TEXTS = '**/*.{html,js,css,svg,json,txt,ttf,wasm,webmanifest}';
/** If a file is smaller, it fits one packet without compression, in bytes. */
const MIN_SIZE = 1_024;
/** If a file is larger, in bytes, it gets a lower level: the highest takes seconds per megabyte for a few per cent. */
const HIGHEST_LEVEL_MAX_SIZE = 512 * 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

// Files below run/ are compressed already (web/run-assets/).
const files = globSync(TEXTS, { cwd: dist, exclude: ['run/**'] }).map((file) => join(dist, file));
// All in parallel, because zlib works on several threads.
await Promise.all(files.map(compress));

/** @param {string} file */
async function compress(file) {
  const text = await readFile(file);
  if (text.length < MIN_SIZE) return;
  const quality = text.length > HIGHEST_LEVEL_MAX_SIZE ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  await writeFile(`${file}.br`, await toBrotli(text, { params }));
  await writeFile(`${file}.gz`, await toGzip(text, { level: 9 }));
}
