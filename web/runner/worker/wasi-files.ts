import { Directory, File } from '@bjorn3/browser_wasi_shim';
import type { Inode } from '@bjorn3/browser_wasi_shim';
import type { RunFile } from '@cip/contracts/runs/runs';

/** Puts a program's files into a folder of WASI, with the folders in their names. */
export function addFiles(folder: Map<string, Inode>, files: readonly RunFile[]): void {
  const encoder = new TextEncoder();
  for (const { name, content } of files) {
    const parts = name.split('/');
    const file = parts.pop() ?? '';
    let current = folder;
    for (const part of parts) {
      const known = current.get(part);
      const next = known instanceof Directory ? known : new Directory(new Map<string, Inode>());
      current.set(part, next);
      current = next.contents;
    }
    current.set(file, new File(encoder.encode(content)));
  }
}
