import { readFile } from 'node:fs/promises';
import { inPackage } from './packages.ts';
import { withStackFrames } from './stack-frames.ts';
import { storedZip } from './stored-zip.ts';

const pyodideFile = (name: string) => readFile(inPackage('pyodide', name));

/**
 * Python ends long chains, such as a list of 20,000 linked nodes, step by step once its own stack is nearly full.
 * Because a call of `_Py_Dealloc` takes none of it, the browser's stack ended first. This many bytes a call leave it
 * half empty.
 */
const DEALLOC_BYTES = 128;

/** Returns Python itself, in which the end of a long chain does not end the browser's stack. */
export async function pyodideWasm(): Promise<Buffer> {
  return withStackFrames(await pyodideFile('pyodide.asm.wasm'), ['_Py_Dealloc'], DEALLOC_BYTES);
}

/** Returns Pyodide's module without reads of its own address, because it is loaded as a blob. */
export async function pyodideModule(): Promise<Buffer> {
  const code = (await pyodideFile('pyodide.asm.mjs')).toString();
  return Buffer.from(code.replaceAll('import.meta.url', "'https://runtime.invalid/'"));
}

/** Returns Python's library without compression of its own, because brotli makes it a fifth smaller than deflate. */
export async function pythonLibrary(): Promise<Buffer> {
  return storedZip(await pyodideFile('python_stdlib.zip'));
}

/** Returns Pyodide's list of packages without packages, because they would come from another host. */
export async function emptyLock(): Promise<Buffer> {
  const lock = JSON.parse((await pyodideFile('pyodide-lock.json')).toString()) as { info: unknown };
  return Buffer.from(JSON.stringify({ info: lock.info, packages: {} }));
}
