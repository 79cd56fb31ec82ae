import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HASHED = /-([\w-]{8})\.(js|css|woff2|ttf)\b/g;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TEXT = /\.(js|css|html|json|webmanifest)$/;
const COMPRESSED = /\.(br|gz)$/;

/**
 * Turns a built web app into its next version in place: every hashed file gets a new name, and the page
 * carries its `data-version`. The files of the old version are gone, as after a deployment.
 */
export function deployNextVersion(folder: string, version: string): void {
  const renamed = (text: string) =>
    text.replaceAll(HASHED, (_whole, hash: string, ending: string) => `-${nextHash(hash)}.${ending}`);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (!statSync(path).isFile()) continue;
    if (COMPRESSED.test(entry)) {
      // Compressed files belong to the old version; if they are gone, the server sends the plain ones.
      rmSync(path);
      continue;
    }
    if (TEXT.test(entry)) {
      const text = renamed(readFileSync(path, 'utf8'))
        .replace(/<html (data-version="\d+" )?/, `<html data-version="${version}" `)
        .replaceAll(/("?revision"?:["'`])[0-9a-f]+/g, `$1${version}`);
      writeFileSync(path, text);
    }
    if (renamed(entry) !== entry) renameSync(path, join(folder, renamed(entry)));
  }
}

/** Returns another hash for every hash: if a file kept its name, it would import the files of the old version. */
function nextHash(hash: string): string {
  return hash.replace(/^./, (digit) => DIGITS[(DIGITS.indexOf(digit) + 1) % DIGITS.length] ?? digit);
}
