import { strToU8, zipSync } from 'fflate';

/** Returns a ZIP archive of files in Base64, as it is imported; with `damage`, of its changed bytes. */
export function questionArchive(
  files: Record<string, string | Uint8Array>,
  damage: (bytes: Buffer) => Buffer = (bytes) => bytes,
): string {
  const contents = Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]);
  return damage(Buffer.from(zipSync(Object.fromEntries(contents) as Record<string, Uint8Array>))).toString('base64');
}
