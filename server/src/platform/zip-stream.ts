import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A file for an archive; its content is one string or a stream of strings. */
export interface ArchivedFile {
  /** Path in the archive; must match SAFE_NAME. */
  name: string;
  content: string | AsyncIterable<string>;
}

/** The lowest compression level: text compresses well and the event loop is blocked the least. */
const LEVEL = 1;

// No path traversal, and no characters with a meaning to a file system or a shell.
const SAFE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/**
 * Returns a ZIP archive as a stream that produces bytes on demand: at most one piece of one file is in memory. The
 * stream fails for an unsafe name.
 */
export function zipStream(files: AsyncIterable<ArchivedFile>): Readable {
  return Readable.from(pieces(files), { objectMode: false });
}

async function* pieces(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const produced: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    produced.push(piece);
  });
  for await (const { name, content } of files) {
    if (!SAFE_NAME.test(name)) throw new Error('Unsafe name of a file in an archive.');
    const file = new ZipDeflate(name, { level: LEVEL });
    zip.add(file);
    for await (const text of typeof content === 'string' ? [content] : content) {
      file.push(strToU8(text));
      yield* produced.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* produced.splice(0);
  }
  zip.end();
  yield* produced.splice(0);
}
