import '../testing/fake-indexed-db.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { removeShared, storeShared, loadShared, parseShared } from './shared-text.ts';

afterEach(async () => {
  vi.useRealTimers();
  await removeShared();
});

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

/** Creates a file that returns its bytes, which jsdom's files do not. */
function file(bytes: string | Uint8Array<ArrayBuffer>, name = 'engine.sql'): File {
  const raw = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return Object.assign(new File([raw], name), { arrayBuffer: () => Promise.resolve(raw.buffer) });
}

test('prefers a file to a text, with its name and LF line ends', async () => {
  const shared = await parseShared(form({ file: file('SELECT 1;\r\nSELECT 2;\r'), text: 'other', title: 'Title' }));
  expect(shared).toMatchObject({ name: 'engine.sql', text: 'SELECT 1;\nSELECT 2;\n' });
});

test('prefers a text to an address, with its title', async () => {
  expect(await parseShared(form({ title: 'Query', text: 'SELECT 1;', url: 'https://example.com' }))).toMatchObject({
    name: 'Query',
    text: 'SELECT 1;',
  });
  expect(await parseShared(form({ url: 'https://example.com' }))).toMatchObject({ text: 'https://example.com' });
});

test.each([
  ['too-large', { text: 'x'.repeat(200_001) }],
  ['nothing', { text: ' \n\t' }],
  ['nothing', {}],
  ['not-text', { text: 'a\0b' }],
])('refuses a share as %s', async (refused, fields) => {
  const shared = await parseShared(form(fields));
  expect(shared.refused).toBe(refused);
  expect(shared.text).toBeUndefined();
});

test('accepts a text of the maximum length', async () => {
  expect((await parseShared(form({ text: 'x'.repeat(200_000) }))).text).toHaveLength(200_000);
});

test('refuses binary files, and huge files without reading them', async () => {
  const picture = await parseShared(form({ file: file(Uint8Array.from([0x89, 0x50, 0xff, 0xfe])) }));
  expect(picture).toMatchObject({ refused: 'not-text' });
  const huge = file('x');
  Object.defineProperty(huge, 'size', { value: 1_000_000_000 });
  const data = form({});
  vi.spyOn(data, 'get').mockImplementation((name) => (name === 'file' ? huge : null));
  expect(await parseShared(data)).toMatchObject({ refused: 'too-large' });
});

test('stores the last shared text for a day', async () => {
  await storeShared({ name: 'old', text: '1', at: Date.now() });
  await storeShared({ name: 'new', text: '2', at: Date.now() });
  expect(await loadShared()).toMatchObject({ name: 'new' });
  await storeShared({ name: 'late', text: '3', at: Date.now() - 24 * 3600 * 1000 });
  expect(await loadShared()).toBeNull();
  // Deleted, even if the clock is set back.
  vi.useFakeTimers({ now: Date.now() - 1_000, toFake: ['Date'] });
  expect(await loadShared()).toBeNull();
});
