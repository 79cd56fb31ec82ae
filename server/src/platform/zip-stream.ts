import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A file for an archive; its content is one string or a stream of strings. */
export interface ArchivedFile {
  /** Path in the archive; must match SAFE_NAME. */
  name: string;
  content: string | AsyncIterable<string>;
}

/** The lowest compression level: text compresses well and the event loop is blocked the least. */
const LEVEL = 1;
/** Characters that are compressed in one step of the event loop, which takes milliseconds. */
const PIECE_CHARS = 65_536;

// No path traversal, and no characters with a meaning to a file system or a shell.
const SAFE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/** Whether a path may be one of an archive. */
export const isSafeName = (name: string) => SAFE_NAME.test(name);

/**
 * Returns a ZIP archive as a stream that produces bytes on demand: besides a string of one file's content, at most one
 * piece of it is in memory. Other events are handled between the pieces. The stream fails if a name is unsafe.
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
    for await (const text of cut(content)) {
      file.push(strToU8(text));
      yield* produced.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* produced.splice(0);
  }
  zip.end();
  yield* produced.splice(0);
}

/** Yields a content in pieces, none of which divides a surrogate pair. Other events are handled between long ones. */
async function* cut(content: ArchivedFile['content']): AsyncGenerator<string> {
  // Short strings count together, because a source may yield many without a pause.
  let chars = 0;
  for await (const text of typeof content === 'string' ? [content] : content)
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = start + PIECE_CHARS;
      if ((text.codePointAt(end - 1) ?? 0) > 0xff_ff) end++;
      const piece = text.slice(start, end);
      yield piece;
      chars += piece.length;
      if (chars < PIECE_CHARS) continue;
      chars = 0;
      await setImmediate();
    }
}
