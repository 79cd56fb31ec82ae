import createPhp from 'php-wasm/php-web.mjs';
import type { Php } from 'php-wasm/php-web.mjs';
import type { Job } from '../messages.ts';
import { entryError } from '../worker/entry-error.ts';
import { capMemory } from '../worker/memory-cap.ts';
import { FILES_URL, serveFiles } from '../worker/served-files.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { caseTables } from './php/case-tables.ts';
import HARNESS from './php/harness.php?raw';
import MBSTRING from './php/mbstring.php?raw';

/** The bridge to JavaScript and the functions that connect. The frame's policy blocks connections, but unclearly. */
const DISABLED_FUNCTIONS = [
  ...['eval', 'run', 'import', 'timeout', 'await', 'env', 'shared', 'target', 'zval'].map((name) => `vrzno_${name}`),
  'fsockopen',
  'pfsockopen',
  'stream_socket_client',
  'stream_socket_server',
];

/** Errors appear in the output as in a terminal. A blocked request would end PHP instead of giving a warning. */
const SETTINGS = `display_errors=1
html_errors=0
log_errors=0
error_reporting=-1
allow_url_fopen=0
disable_functions=${DISABLED_FUNCTIONS.join()}
disable_classes=Vrzno
`;

/** The function that fibers need and this build of PHP lacks. */
const FIBER_MARK = 'getcontext';

/** A name of a function of mbstring or iconv, which this build of PHP lacks. */
const USES_MBSTRING = /\b(?:mb|iconv)_/i;

servePrograms(async (files) => {
  capMemory();
  const module = files.modules['php.wasm'];
  if (module === undefined) throw new Error('php.wasm is missing');
  const stopServing = serveFiles(files);
  const php = await withPageStandIns(() => startPhp(module));
  stopServing();
  php.ccall('pib_storage_init', 'number', [], []);
  php.FS.writeFile('/php.ini', SETTINGS);
  php.ccall('pib_init', 'number', [], []);
  return (job, host) => runPhp(php, job, host);
});

/** Starts PHP from its module. Rejects if that fails, which PHP itself does not report. */
function startPhp(module: WebAssembly.Module): Promise<Php> {
  return new Promise((resolve, reject) => {
    const start = async (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => done(await WebAssembly.instantiate(module, imports), module);
    createPhp({
      print: () => undefined,
      printErr: () => undefined,
      onRefresh: new Set(),
      locateFile: (name) => `${FILES_URL}${name}`,
      instantiateWasm(imports, done) {
        start(imports, done).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/** Runs `start` with stand-ins for the page that this build of PHP expects. */
async function withPageStandIns<T>(start: () => Promise<T>): Promise<T> {
  const names = ['document', 'window'];
  for (const name of names) Reflect.set(self, name, {});
  try {
    return await start();
  } finally {
    for (const name of names) Reflect.deleteProperty(self, name);
  }
}

function runPhp(php: Php, { code, files = [{ name: 'main.php', content: code }] }: Job, host: Host): void {
  connectStreams(php, host);
  for (const { name, content } of files) {
    php.FS.mkdirTree(`/${name}`.slice(0, name.lastIndexOf('/') + 1) || '/');
    php.FS.writeFile(`/${name}`, content);
  }
  const entry = files[0]?.name ?? '';
  php.FS.writeFile('/.files.json', JSON.stringify(files.map(({ name }) => name)));
  if (files.some(({ content }) => USES_MBSTRING.test(content))) {
    php.FS.writeFile('/mb-case.json', caseTables());
    php.FS.writeFile('/mbstring.php', MBSTRING);
  }
  try {
    php.ccall('pib_run', 'number', ['string'], [`?>${HARNESS}`]);
    // The end of the request runs destructors and functions for the end, and prints buffered output.
    php.ccall('pib_refresh', 'number', [], []);
    host.end(endOf(php.FS.readFile('/.end.json', { encoding: 'utf8' }), entry));
  } catch (error) {
    // PHP itself has ended, for example because its memory is exhausted.
    const message = error instanceof Error ? error.message : 'PHP has run out of memory.';
    const end = { name: 'Error', message, line: null, column: null };
    if (!message.includes(FIBER_MARK)) return host.end({ exitCode: 1, isCrash: true, error: end });
    const line = code.slice(0, Math.max(0, code.search(/\bnew\s+\\?Fiber\b/i))).split('\n').length;
    host.end({ exitCode: 1, error: { ...end, message: 'PHP here has no fibers.', line } });
  }
}

function connectStreams({ FS }: Php, { input, output }: Host): void {
  const bytesOf = (memory: Uint8Array, offset: number, length: number) =>
    new Uint8Array(memory.buffer, memory.byteOffset + offset, length);
  const [stdin, stdout, stderr] = FS.streams;
  const read = (_stream: unknown, memory: Uint8Array, offset: number, length: number) =>
    input.readBytes(bytesOf(memory, offset, length));
  stdin.stream_ops = { ...stdin.stream_ops, read };
  for (const [stream, name] of [[stdout, 'out'] as const, [stderr, 'err'] as const]) {
    const decoder = new TextDecoder();
    const write = (_stream: unknown, memory: Uint8Array, offset: number, length: number) => {
      output.write(name, decoder.decode(bytesOf(memory, offset, length), { stream: true }));
      return length;
    };
    stream.stream_ops = { ...stream.stream_ops, write };
  }
}

/** Returns the end that the harness has noted: an error with its file or null. */
function endOf(noted: string, entry: string): Parameters<Host['end']>[0] {
  const noticed = JSON.parse(noted) as { name: string; message: string; line: number; file: string } | null;
  if (noticed === null) return {};
  const { file, ...error } = noticed;
  return { exitCode: 255, error: entryError({ ...error, column: null }, file, entry) };
}
