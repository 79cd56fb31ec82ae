import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A file on its way into an archive: its text at once, or piece by piece. */
export interface ArchivedFile {
  /** Path in the archive, of safe characters alone. */
  name: string;
  content: string | AsyncIterable<string>;
}

/** Text compresses well on the lowest level, and the event loop is held up the least. */
const LEVEL = 1;

// No way out of the folder it is unpacked in, and nothing a file system or a shell reads something into.
const SAFE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/**
 * A ZIP archive as a stream that makes its bytes when they are asked for: no more than one piece of one file is in
 * memory. Throws, through the stream, for a name that is not safe.
 */
export function zipStream(files: AsyncIterable<ArchivedFile>): Readable {
  return Readable.from(pieces(files), { objectMode: false });
}

async function* pieces(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for await (const { name, content } of files) {
    if (!SAFE_NAME.test(name)) throw new Error('A file in an archive needs a safe name.');
    const file = new ZipDeflate(name, { level: LEVEL });
    zip.add(file);
    for await (const text of typeof content === 'string' ? [content] : content) {
      file.push(strToU8(text));
      yield* made.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
