// Writes brotli and gzip copies of every text file of the built web app, so that the server compresses nothing at
// request time. Argument: the folder of the built app.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [dist = ''] = process.argv.slice(2);
const TEXTS = '**/*.{html,js,css,svg,json,txt,ttf,webmanifest}';
// What is below run/ is compressed already (web/run-assets/).
/** Smaller files fit one packet without compression, in bytes. */
const MIN_SIZE = 1_024;
/** Larger files, in bytes, get a lower level: the highest takes seconds per megabyte for a few per cent. */
const HIGHEST_LEVEL_MAX_SIZE = 512 * 1_024;

for (const file of globSync(TEXTS, { cwd: dist, exclude: ['run/**'] })) {
  const text = readFileSync(join(dist, file));
  if (text.length < MIN_SIZE) continue;
  const quality = text.length > HIGHEST_LEVEL_MAX_SIZE ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(join(dist, `${file}.br`), brotliCompressSync(text, { params }));
  writeFileSync(join(dist, `${file}.gz`), gzipSync(text, { level: 9 }));
}
