interface Picture {
  /** Width and height in pixels, below 256. */
  size: number;
  png: Buffer;
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/** Returns an .ico file with the pictures in it, as PNG. */
export function toIco(pictures: Picture[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length);
  head.writeUInt16LE(1, 2); // An icon, not a cursor.
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4); // Color planes.
    head.writeUInt16LE(32, at + 6); // Bits a pixel.
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}
