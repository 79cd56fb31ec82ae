// Writes a compressed copy beside every text of the built web app, in both encodings browsers ask for, so that the
// server compresses nothing while people wait. Takes the folder of the built app.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [dist = ''] = process.argv.slice(2);
const TEXTS = '**/*.{html,js,css,svg,json,txt,ttf,webmanifest}';
/** What is smaller fits one packet anyway, in bytes. */
const LEAST = 1_024;
/** The densest level takes seconds for a megabyte, for a few per cent: editors get the one before. */
const DENSEST_UP_TO = 512 * 1_024;

for (const file of globSync(TEXTS, { cwd: dist })) {
  const text = readFileSync(join(dist, file));
  if (text.length < LEAST) continue;
  const quality = text.length > DENSEST_UP_TO ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(join(dist, `${file}.br`), brotliCompressSync(text, { params }));
  writeFileSync(join(dist, `${file}.gz`), gzipSync(text, { level: 9 }));
}
