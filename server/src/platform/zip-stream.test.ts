import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fileNameProblem } from '@cip/contracts/rooms/file-names';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { isSafeName, zipStream, type ArchivedFile } from './zip-stream.ts';

async function* files(...list: ArchivedFile[]): AsyncGenerator<ArchivedFile> {
  yield* list;
}

async function unpack(...list: ArchivedFile[]): Promise<Record<string, string>> {
  const unpacked = unzipSync(new Uint8Array(await buffer(zipStream(files(...list)))));
  return Object.fromEntries(Object.entries(unpacked).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

it('contains the files byte for byte', async () => {
  async function* pieces() {
    yield 'one ';
    yield '';
    yield 'two \u{1F489}';
  }

  expect(
    await unpack(
      { name: 'a.txt', content: '' },
      { name: 'b/c-1_2.json', content: pieces() },
      { name: 'd', content: '=1+1\r\n' },
    ),
  ).toEqual({ 'a.txt': '', 'b/c-1_2.json': 'one two \u{1F489}', d: '=1+1\r\n' });
});

it('divides no character of a long string', async () => {
  const content = `x${'\u{1F489}'.repeat(100_000)}`;

  expect(await unpack({ name: 'a', content })).toEqual({ a: content });
});

it.each(['../x', '/etc/passwd', 'a/../b', 'a//b', '', '.hidden', 'a\\b', 'C:x', 'a\u0000', 'a b', '-rf', 'a/'])(
  'refuses the name %j',
  async (name) => {
    await expect(unpack({ name, content: 'x' })).rejects.toThrow('safe name');
  },
);

it('takes every name that a file of a room can get', { tags: ['long'] }, () => {
  const letter = fc.constantFrom(...'aZ09_-./ \\:~é\u0000');
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 8 }), (name) => {
      fc.pre(fileNameProblem(name) === null);
      expect(isSafeName(name)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('produces bytes only as they are read', async () => {
  let made = 0;
  async function* endless() {
    for (;;) {
      made++;
      yield `${Math.random()}`.repeat(10_000);
    }
  }
  const stream = zipStream(files({ name: 'endless', content: endless() }));

  await new Promise((resolve) => stream.once('readable', resolve));
  stream.read(1);
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(made).toBeLessThan(20);
  stream.destroy();
});

const LONG = randomBytes(6_000_000).toString('base64');

async function* shortStrings() {
  for (let start = 0; start < LONG.length; start += 1_000) yield LONG.slice(start, start + 1_000);
}

it.each([
  ['one long string', () => LONG],
  ['many short strings', shortStrings],
])(
  'lets other events be handled while it compresses %s, and produces small chunks',
  { tags: ['long'] },
  async (_, content) => {
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns++;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const sizes: number[] = [];

    for await (const chunk of zipStream(files({ name: 'long', content: content() }))) sizes.push(chunk.length);
    isRead = true;

    expect(turns).toBeGreaterThan(LONG.length / 100_000);
    expect(Math.max(...sizes)).toBeLessThan(300_000);
  },
);

it('compresses little of a long string for a reader that does not read on', async () => {
  const stream = zipStream(files({ name: 'long', content: LONG }));
  const chunks = stream[Symbol.asyncIterator]();
  let bytes = 0;
  for (let n = 0; n < 3; n++) bytes += (await chunks.next()).value.length;

  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(bytes + stream.readableLength).toBeLessThan(900_000);
  stream.destroy();
});
