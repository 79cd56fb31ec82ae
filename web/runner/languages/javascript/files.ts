import type { RunFile } from '@cip/contracts/runs/runs';
import type { Input } from '../../worker/input.ts';
import { Buffer } from './buffer.ts';
import { encodingOf } from './encoding.ts';
import type { EventLoop } from './event-loop.ts';
import type { Process } from './process.ts';
import { fullName } from './project/resolve-file.ts';

const STDIN: ReadonlySet<unknown> = new Set([0, '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);
const STDOUT: ReadonlySet<unknown> = new Set([1, '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);
const STDERR: ReadonlySet<unknown> = new Set([2, '/dev/stderr', '/dev/fd/2', '/proc/self/fd/2']);

type Options = string | { encoding?: string | null } | null;

/** Returns the module `fs`: the input as a file, the two outputs, and the files of the room, which are read-only. */
export function filesModule(input: Input, process: Process, loop: EventLoop, room: readonly RunFile[]) {
  const find = (file: unknown) => {
    const name = typeof file === 'string' ? fullName(file) : null;
    return room.find((each) => each.name === name)?.content;
  };
  const readFileSync = (file: unknown, options?: Options): string | Buffer => {
    const content = STDIN.has(file) ? input.readAll() : find(file);
    if (content === undefined) throw missing(file, 'open');
    const encoding = typeof options === 'string' ? options : options?.encoding;
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
    if (!STDIN.has(file)) throw missing(file, 'read');
    const [first] = given;
    const options = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : undefined;
    const offset = Number(options?.['offset'] ?? (options ? 0 : (first ?? 0)));
    const length = Number(options?.['length'] ?? (options ? undefined : given[1]) ?? buffer.length - offset);
    return input.readBytes(buffer.subarray(offset, offset + length));
  };
  const openSync = (file: unknown): number => {
    const found = [STDIN, STDOUT, STDERR].findIndex((names) => names.has(file));
    if (found < 0) throw missing(file, 'open');
    return found;
  };
  const sync = { readFileSync, writeFileSync, appendFileSync: writeFileSync, writeSync, readSync, openSync };
  const others = {
    existsSync: (file: unknown) =>
      find(file) !== undefined || [STDIN, STDOUT, STDERR].some((names) => typeof file === 'string' && names.has(file)),
    closeSync: () => undefined,
    fsyncSync: () => undefined,
    statSync: (file: unknown) => ({ size: 0, isFile: () => openSync(file) < 0, isDirectory: () => false }),
    fstatSync: () => ({ size: 0, isFile: () => false, isDirectory: () => false }),
    readdirSync: (path: unknown) => refuse(path, 'scandir'),
    mkdirSync: (path: unknown) => refuse(path, 'mkdir'),
    unlinkSync: (path: unknown) => refuse(path, 'unlink'),
    createReadStream: (file: unknown) => (openSync(file), process.stdin),
    createWriteStream: (file: unknown) => (openSync(file) === 2 ? process.stderr : process.stdout),
  };
  return { ...sync, ...others, ...withCallbacks(sync, loop), promises: withPromises(sync) };
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

function missing(file: unknown, syscall: string): Error {
  return Object.assign(new Error(`Programs have no such file here: ${String(file)}`), { code: 'ENOENT', syscall });
}

function refuse(file: unknown, syscall: string): never {
  throw missing(file, syscall);
}
