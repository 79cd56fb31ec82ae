import type { RunFile } from '@cip/contracts/runs/runs';
import { Input } from '../../worker/input.ts';
import { Buffer } from './buffer.ts';
import { encodingOf } from './encoding.ts';
import type { EventLoop } from './event-loop.ts';
import type { Process } from './process.ts';
import { fullName } from './project/resolve-file.ts';
import { folderFunctions, missing } from './room-folders.ts';
import { Stdin } from './stdin.ts';

const STDIN: ReadonlySet<unknown> = new Set([0, '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);
const STDOUT: ReadonlySet<unknown> = new Set([1, '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);
const STDERR: ReadonlySet<unknown> = new Set([2, '/dev/stderr', '/dev/fd/2', '/proc/self/fd/2']);
const STREAMS = [STDIN, STDOUT, STDERR];
/** The descriptor of the first file that a program opens. */
const FIRST = STREAMS.length;

type Options = string | { encoding?: string | null } | null;

/** Returns the module `fs`: the input as a file, the two outputs, and the files of the room, which are read-only. */
export function filesModule(input: Input, process: Process, loop: EventLoop, room: readonly RunFile[]) {
  const find = (file: unknown) => {
    const name = typeof file === 'string' ? fullName(file) : null;
    return room.find((each) => each.name === name)?.content;
  };
  /** The files that the program has opened, in the order of their descriptors. */
  const opened: { file: unknown; source: Input }[] = [];
  const openedAs = (file: unknown) => (typeof file === 'number' ? opened[file - FIRST] : undefined);
  const sourceOf = (file: unknown) => (STDIN.has(file) ? input : openedAs(file)?.source);
  const readFileSync = (file: unknown, options?: Options): string | Buffer => {
    const content = sourceOf(file)?.readAll() ?? find(file);
    if (content === undefined) throw missing(file, 'open');
    const encoding = encodingIn(options);
    const bytes = Buffer.from(content as never);
    return encoding === undefined || encoding === null ? bytes : bytes.toString(encodingOf(encoding));
  };
  const writeFileSync = (file: unknown, text: unknown): void => {
    if (STDOUT.has(file)) process.stdout.write(text);
    else if (STDERR.has(file)) process.stderr.write(text);
    else throw missing(file, 'open');
  };
  const writeSync = (file: unknown, text: unknown): number => {
    writeFileSync(file, text);
    return Buffer.byteLength(text instanceof Uint8Array ? text : String(text));
  };
  const readSync = (file: unknown, buffer: Uint8Array, ...given: unknown[]): number => {
    const source = sourceOf(file);
    if (source === undefined) throw missing(file, 'read');
    const [first] = given;
    const options = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : undefined;
    const offset = Number(options?.['offset'] ?? (options ? 0 : (first ?? 0)));
    const length = Number(options?.['length'] ?? (options ? undefined : given[1]) ?? buffer.length - offset);
    return source.readBytes(buffer.subarray(offset, offset + length));
  };
  const openSync = (file: unknown): number => {
    const stream = streamOf(file);
    if (stream >= 0) return stream;
    const content = find(file);
    if (content === undefined) throw missing(file, 'open');
    return FIRST + opened.push({ file, source: new Input(content) }) - 1;
  };
  const { existsSync, statSync, readdirSync } = folderFunctions(room, find, (file) => streamOf(file) >= 0);
  const written = { writeFileSync, appendFileSync: writeFileSync, writeSync };
  const sync = { readFileSync, ...written, readSync, openSync, statSync, readdirSync };
  const others = {
    existsSync,
    closeSync: () => undefined,
    fsyncSync: () => undefined,
    fstatSync: (file: unknown) => statSync(openedAs(file)?.file ?? file),
    mkdirSync: (path: unknown) => refuse(path, 'mkdir'),
    unlinkSync: (path: unknown) => refuse(path, 'unlink'),
    createReadStream: (file: unknown, options?: Options) => {
      const source = openedAs(openSync(file))?.source;
      const stream = source ? new Stdin(source, loop) : process.stdin;
      const encoding = encodingIn(options);
      return typeof encoding === 'string' ? stream.setEncoding(encoding) : stream;
    },
    createWriteStream: (file: unknown) => {
      if (streamOf(file) < 0) throw missing(file, 'open');
      return STDERR.has(file) ? process.stderr : process.stdout;
    },
  };
  return { ...sync, ...others, ...withCallbacks(sync, loop), promises: withPromises(sync) };
}

/** Returns the descriptor of the input or of an output; -1 for other files. */
function streamOf(file: unknown): number {
  return STREAMS.findIndex((names) => names.has(file));
}

function encodingIn(options: Options | undefined): string | null | undefined {
  return typeof options === 'string' ? options : options?.encoding;
}

type Sync = Record<string, (...given: never[]) => unknown>;

/** Returns `readFile` for `readFileSync`, and so on. */
function withCallbacks(sync: Sync, loop: EventLoop) {
  return changed(sync, (call, given) => {
    const then = given.at(-1);
    if (typeof then !== 'function') throw new TypeError('The "cb" argument must be of type function');
    loop.poll(() => {
      let results: unknown[];
      try {
        results = [null, call(...given.slice(0, -1))];
      } catch (error) {
        results = [error];
      }
      Reflect.apply(then, undefined, results);
    });
  });
}

function withPromises(sync: Sync) {
  return changed(sync, async (call, given) => call(...given));
}

function changed(sync: Sync, act: (call: (...given: unknown[]) => unknown, given: unknown[]) => unknown) {
  const entries = Object.entries(sync).map(([name, call]) => [
    name.slice(0, -'Sync'.length),
    (...given: unknown[]) => act(call as (...given: unknown[]) => unknown, given),
  ]);
  return Object.fromEntries(entries) as Record<string, (...given: unknown[]) => unknown>;
}

function refuse(file: unknown, syscall: string): never {
  throw missing(file, syscall);
}
