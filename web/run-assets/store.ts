import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Where prepared files stay between builds. */
const STORE = fileURLToPath(new URL('../../node_modules/.cache/run', import.meta.url));

/**
 * The highest quality takes seconds per megabyte. If a file is larger, its quality takes seconds per hundred megabytes,
 * and its size is 3 % more.
 */
const BEST_QUALITY_MAX_BYTES = 512 * 1_024;
const LARGE_QUALITY = 6;
/** The longest distance of repetitions (bits): large files gain a few per cent. */
const WINDOW_BITS = 24;

const compress = promisify(brotliCompress);

/** A file below `/run/`, prepared in the store. */
export interface StoredFile {
  /** Its path below the built app. */
  path: string;
  /** Its path in the store; its compressed form lies beside it with `.br`. */
  source: string;
  bytes: number;
  /** Size of the compressed form (bytes). */
  download: number;
}

/** Stores a file and its compressed form under a name with the hash of its content; does nothing if they are there. */
export async function storeFile(folder: string, name: string, content: Buffer): Promise<StoredFile> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const extension = extname(name);
  const path = join('run', folder, `${name.slice(0, -extension.length)}-${hash}${extension}`);
  const source = join(STORE, path);
  if (!existsSync(`${source}.br`)) {
    await mkdir(dirname(source), { recursive: true });
    await writeWhole(source, content);
    await writeWhole(`${source}.br`, await compressed(content));
  }
  return {
    path: path.replaceAll('\\', '/'),
    source,
    bytes: content.length,
    download: (await stat(`${source}.br`)).size,
  };
}

function compressed(content: Buffer): Promise<Buffer> {
  const quality = content.length <= BEST_QUALITY_MAX_BYTES ? constants.BROTLI_MAX_QUALITY : LARGE_QUALITY;
  return compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** Writes a file so that it is never seen half written, even if two builds run at a time. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, content);
  await rename(part, path);
}
