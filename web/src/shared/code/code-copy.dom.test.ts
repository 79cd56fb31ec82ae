import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveCode, wholeCode } from './code-copy.ts';

const saved: { name: string; blob: Blob }[] = [];
const FILES = [
  { name: 'main.py', content: 'print(1)\n' },
  { name: 'lib/util.py', content: 'é = 1' },
];

beforeEach(() => {
  saved.length = 0;
  let last = new Blob();
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:code';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: last });
  });
});
afterEach(() => vi.doUnmock('fflate'));

async function unzipped(): Promise<Record<string, string>> {
  const entries = unzipSync(new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer()));
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('downloads one file as it is, and several as a ZIP', async () => {
  await saveCode({ code: 'print(1)\n', language: 'python' }, 'answer-1.py');
  expect([saved[0]?.name, await saved[0]?.blob.text()]).toEqual(['answer-1.py', 'print(1)\n']);
  saved.length = 0;
  await saveCode({ code: 'print(1)\n', language: 'python', files: FILES }, 'interview.py');
  expect(saved[0]?.name).toBe('interview.zip');
  expect(await unzipped()).toEqual({ 'main.py': 'print(1)\n', 'lib/util.py': 'é = 1' });
});

test('downloads several files as one text if the library for ZIPs does not load', async () => {
  vi.resetModules();
  vi.doMock('fflate', () => {
    throw new Error('The file is missing.');
  });
  const later = await import('./code-copy.ts');
  const copy = { code: 'print(1)\n', language: 'python', files: FILES };
  await later.saveCode(copy, 'interview.py');
  expect([saved[0]?.name, await saved[0]?.blob.text()]).toEqual(['interview.py', wholeCode(copy)]);
});

test('returns one file as it is, and several below their names', () => {
  expect(wholeCode({ code: 'print(1)', language: 'python' })).toBe('print(1)');
  expect(wholeCode({ code: 'print(1)\n', language: 'python', files: FILES })).toBe(
    '===== main.py =====\nprint(1)\n\n\n===== lib/util.py =====\né = 1',
  );
});
