import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HASHED = /-([\w-]{8})\.(js|css|woff2|ttf)\b/g;
const TEXT = /\.(js|css|html|json|webmanifest)$/;
const COMPRESSED = /\.(br|gz)$/;

/**
 * Turns a built web app into its next version, in place: every file with a hash in its name gets another one, and the
 * page says so in its `data-version`. What the old version was made of is gone, as after a deployment.
 */
export function deployNextVersion(folder: string, version: string): void {
  const renamed = (text: string) =>
    text.replaceAll(HASHED, (_whole, hash: string, ending: string) => `-${hash.slice(0, 6)}${version}.${ending}`);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (!statSync(path).isFile()) continue;
    if (COMPRESSED.test(entry)) {
      // What was compressed is the old version's; the server compresses nothing by itself and sends the plain file.
      rmSync(path);
      continue;
    }
    if (TEXT.test(entry)) {
      const text = renamed(readFileSync(path, 'utf8'))
        .replace('<html ', `<html data-version="${version}" `)
        .replaceAll(/("?revision"?:["'`])[0-9a-f]+/g, `$1${version}`);
      writeFileSync(path, text);
    }
    if (renamed(entry) !== entry) renameSync(path, join(folder, renamed(entry)));
  }
}
