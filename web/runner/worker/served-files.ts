import type { WorkerStart } from '../messages.ts';

/** The address under which runtimes that fetch their files find them; it exists only inside the worker. */
export const FILES_URL = 'https://runtime.invalid/';

/** The header that names a file. */
const FILE = 'x-runtime-file';

/** Makes `fetch` and streamed WebAssembly answer with a runtime's files. Returns a function that undoes it. */
export function serveFiles({ modules, blobs }: WorkerStart): () => void {
  const { fetch, importScripts } = self;
  const { instantiateStreaming, compileStreaming } = WebAssembly;
  const nameOf = (input: unknown) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(FILES_URL) ? url.slice(FILES_URL.length) : null;
  };
  // A header, because if runtimes measure a download, they put the response into another one.
  const answer = (name: string) =>
    new Response(blobs[name] ?? '', { status: blobs[name] || modules[name] ? 200 : 404, headers: { [FILE]: name } });
  const moduleOf = ({ headers }: Response) => modules[headers.get(FILE) ?? ''];
  self.fetch = async (input: RequestInfo | URL, options?: RequestInit) => {
    const name = nameOf(input);
    return name === null ? fetch(input, options) : answer(name);
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const response = await source;
    const module = moduleOf(response);
    if (module === undefined) return instantiateStreaming(response, imports);
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  WebAssembly.compileStreaming = async (source) => {
    const response = await source;
    return moduleOf(response) ?? compileStreaming(response);
  };
  // Runtimes detect a module worker by importing an address that the policy would report.
  self.importScripts = () => {
    throw new TypeError('Modules have no importScripts');
  };
  return () => {
    Object.assign(self, { fetch, importScripts });
    Object.assign(WebAssembly, { instantiateStreaming, compileStreaming });
  };
}
