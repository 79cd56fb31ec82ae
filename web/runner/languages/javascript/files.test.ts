import type { RunFile } from '@cip/contracts/runs/runs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Host } from '../../worker/serve-programs.ts';
import { Input } from '../../worker/input.ts';
import { EventLoop } from './event-loop.ts';
import { filesModule } from './files.ts';
import { createProcess } from './process.ts';
import { readlineModule } from './readline.ts';

const ROOM: RunFile[] = [
  { name: 'main.js', content: '' },
  { name: 'input.txt', content: 'one\ntwo é\nthree' },
  { name: 'data/prices.csv', content: '1,2\n' },
  { name: 'data/old/prices.csv', content: '' },
];

let idle: PromiseWithResolvers<void>;
beforeEach(() => {
  idle = Promise.withResolvers();
  vi.stubGlobal('self', globalThis);
});
afterEach(() => void vi.unstubAllGlobals());

/** The modules `fs` and `readline` of a program with input. */
function modulesOf(room = ROOM) {
  const loop = new EventLoop(() => idle.resolve());
  const input = new Input('typed\n');
  const host = { input, output: { write: () => undefined }, end: () => undefined } as unknown as Host;
  const process = createProcess(host, loop, 'main.js');
  return { fs: filesModule(input, process, loop, room), readline: readlineModule({ input, loop }).module, process };
}

const failure = (code: string) => expect.objectContaining({ code }) as Error;

test('tells the size and the kind of what is there', () => {
  const { fs } = modulesOf();
  const stat = (name: string) => {
    const { size, isFile, isDirectory } = fs.statSync(name);
    return [size, isFile(), isDirectory()];
  };
  expect(stat('./input.txt')).toEqual([16, true, false]);
  expect(stat('/data')).toEqual([0, false, true]);
  expect(stat('/dev/stdin')).toEqual([0, false, false]);
  expect(() => fs.statSync('other.txt')).toThrow(failure('ENOENT'));
  expect(['input.txt', 'data', '.', '/dev/stdin'].filter((name) => !fs.existsSync(name))).toEqual([]);
  expect(['dat', ''].filter(fs.existsSync)).toEqual([]);
});

test('lists the files and folders of a folder', async () => {
  const { fs } = modulesOf();
  expect(fs.readdirSync('.')).toEqual(['data', 'input.txt', 'main.js']);
  expect(await fs.promises['readdir']?.('/data/')).toEqual(['old', 'prices.csv']);
  const entries = fs.readdirSync('data', { withFileTypes: true }) as { isDirectory: () => boolean }[];
  expect(entries.map((entry) => entry.isDirectory())).toEqual([true, false]);
  expect(() => fs.readdirSync('input.txt')).toThrow(failure('ENOENT'));
});

test('reads an opened file by its descriptor, beside the input', () => {
  const { fs } = modulesOf();
  const buffer = new Uint8Array(3);
  const [first, second] = [fs.openSync('input.txt'), fs.openSync('data/prices.csv')];
  expect([fs.readSync(first, buffer), new TextDecoder().decode(buffer)]).toEqual([3, 'one']);
  expect([fs.readFileSync(second, 'utf8'), fs.readFileSync(0, 'utf8')]).toEqual(['1,2\n', 'typed\n']);
  expect(fs.fstatSync(first).size).toBe(16);
  expect(() => fs.writeSync(first, 'x')).toThrow(failure('ENOENT'));
  expect(() => fs.createWriteStream('input.txt')).toThrow(failure('ENOENT'));
});

test('streams a file to readline, beside the input', async () => {
  const { fs, readline } = modulesOf();
  const lines: string[] = [];
  readline.createInterface({ input: fs.createReadStream('input.txt') }).on('line', (line) => lines.push(line));
  await idle.promise;
  expect(lines).toEqual(['one', 'two é', 'three']);
  expect(fs.readFileSync('/dev/stdin', 'utf8')).toBe('typed\n');
});

test('streams a file as text or as bytes', async () => {
  const { fs, process } = modulesOf();
  const chunks: unknown[] = [];
  fs.createReadStream('data/prices.csv', { encoding: 'utf8' }).on('data', (chunk) => chunks.push(chunk));
  fs.createReadStream('data/prices.csv').on('data', (chunk: Uint8Array) => chunks.push(chunk.length));
  await idle.promise;
  expect(chunks).toEqual(['1,2\n', 4]);
  expect(fs.createReadStream('/dev/stdin')).toBe(process.stdin);
  expect(() => fs.createReadStream('other.txt')).toThrow(failure('ENOENT'));
});
