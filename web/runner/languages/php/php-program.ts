import createPhp from 'php-wasm/php-web.mjs';
import type { Php } from 'php-wasm/php-web.mjs';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Job } from '../../messages.ts';
import { entryError } from '../../worker/entry-error.ts';
import type { Host, StartProgram } from '../../worker/serve-programs.ts';
import { caseTables } from './case-tables.ts';
import HARNESS from './harness.php?raw';
import MBSTRING from './mbstring.php?raw';

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

/** Where PHP keeps the status of `exit` and of fatal errors, in the state that it exports by address (bytes). */
const EXIT_STATUS_OFFSET = 264;

/** A name of a function of mbstring or iconv, which this build of PHP lacks. */
const USES_MBSTRING = /\b(?:mb|iconv)_/i;

/** Starts PHP from its module; its other files are at the addresses that `locateFile` returns. */
export async function startPhp(
  module: WebAssembly.Module,
  locateFile: (name: string) => string,
): Promise<StartProgram> {
  const { php, exitStatus } = await withPageStandIns(() => loadPhp(module, locateFile));
  php.ccall('pib_storage_init', 'number', [], []);
  php.FS.writeFile('/php.ini', SETTINGS);
  php.ccall('pib_init', 'number', [], []);
  return (job, host) => runPhp({ php, exitStatus }, job, host);
}

interface LoadedPhp {
  php: Php;
  /** Returns the status with which the program has ended. */
  exitStatus(): number;
}

/** Loads PHP from its module. Rejects if that fails, which PHP itself does not report. */
function loadPhp(module: WebAssembly.Module, locateFile: (name: string) => string): Promise<LoadedPhp> {
  return new Promise((resolve, reject) => {
    let state = 0;
    const start = async (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => {
      const instance = await WebAssembly.instantiate(module, imports);
      // Relative to the module's memory, because it can link others.
      state = addressOf(instance.exports.executor_globals) + addressOf(imports.env?.__memory_base);
      done(instance, module);
    };
    createPhp({
      print: () => undefined,
      printErr: () => undefined,
      onRefresh: new Set(),
      locateFile,
      instantiateWasm(imports, done) {
        start(imports, done).catch(reject);
        return {};
      },
    }).then((php) => {
      resolve({ php, exitStatus: () => php.HEAP32[(state + EXIT_STATUS_OFFSET) / php.HEAP32.BYTES_PER_ELEMENT] ?? 0 });
    }, reject);
  });
}

function addressOf(value: WebAssembly.ImportValue | undefined): number {
  return value instanceof WebAssembly.Global ? Number(value.value) : 0;
}

/** Runs `start` with stand-ins for the page that this build of PHP expects. */
async function withPageStandIns<T>(start: () => Promise<T>): Promise<T> {
  const names = ['document', 'window'];
  for (const name of names) Reflect.set(globalThis, name, {});
  try {
    return await start();
  } finally {
    for (const name of names) Reflect.deleteProperty(globalThis, name);
  }
}

function runPhp(
  { php, exitStatus }: LoadedPhp,
  { code, files = [{ name: 'main.php', content: code }] }: Job,
  host: Host,
): void {
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
    const error = errorOf(php.FS.readFile('/.end.json', { encoding: 'utf8' }), entry);
    host.end(error === null ? { exitCode: exitStatus() } : { exitCode: 255, error });
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

/** Returns the error that the harness has noted; null if none. */
function errorOf(noted: string, entry: string): RunEnd['error'] {
  const noticed = JSON.parse(noted) as { name: string; message: string; line: number; file: string } | null;
  if (noticed === null) return null;
  const { file, ...error } = noticed;
  return entryError({ ...error, column: null }, file, entry);
}
