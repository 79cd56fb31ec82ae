import { inflateRawSync } from 'node:zlib';

const CENTRAL_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_BYTES = 22;
const DEFLATED = 8;
/** Flags of the original that the copy keeps: UTF-8 names, and no sizes behind the content. */
const UTF8_NAMES = 0x0800;

/** Returns a copy of a zip archive whose files are stored without compression. Throws if it is not an archive. */
export function storedZip(zip: Buffer): Buffer {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('This is not a zip archive');
  const count = zip.readUInt16LE(end + 10);
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(at) !== CENTRAL_ENTRY) throw new Error('The directory of the archive is damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    const next = at + CENTRAL_HEADER_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const name = zip.subarray(at + CENTRAL_HEADER_BYTES, at + CENTRAL_HEADER_BYTES + nameLength);
    const content = contentOf(zip, at);
    const fields = Buffer.from(zip.subarray(at + 6, at + 28));
    fields.writeUInt16LE(fields.readUInt16LE(2) & UTF8_NAMES, 2);
    fields.writeUInt16LE(0, 4);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    const lengths = Buffer.from([nameLength & 0xff, nameLength >> 8, 0, 0]);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), fields, lengths, name, content]);
    const central = Buffer.alloc(CENTRAL_HEADER_BYTES);
    zip.copy(central, 0, at, at + CENTRAL_HEADER_BYTES);
    fields.copy(central, 6);
    central.writeUInt32LE(0, 30);
    central.writeUInt32LE(offset, 42);
    locals.push(local);
    centrals.push(central, name);
    offset += local.length;
    at = next;
  }
  const directory = Buffer.concat(centrals);
  const tail = Buffer.from(zip.subarray(end, end + END_BYTES));
  tail.writeUInt32LE(directory.length, 12);
  tail.writeUInt32LE(offset, 16);
  tail.writeUInt16LE(0, 20);
  return Buffer.concat([...locals, directory, tail]);
}

/** Returns the content of the file that a directory entry describes. */
function contentOf(zip: Buffer, entry: number): Buffer {
  const size = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  const start = local + LOCAL_HEADER_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + size);
  return zip.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(packed) : packed;
}

/** Returns the files of a zip archive. Throws if it is not one. */
export function filesOfZip(zip: Buffer): { name: string; content: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('This is not a zip archive');
  const files = [];
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + CENTRAL_HEADER_BYTES, at + CENTRAL_HEADER_BYTES + nameLength).toString();
    files.push({ name, content: contentOf(zip, at) });
    at += CENTRAL_HEADER_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
