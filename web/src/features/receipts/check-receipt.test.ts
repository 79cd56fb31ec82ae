import { signedText, writeReceipt } from '@cip/contracts/receipts/receipt-format';
import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import type { ReceiptKey } from '@cip/contracts/receipts/receipts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { aReceipt as receipt } from '../../testing/examples.ts';
import { asPasted, checkReceipt, digestOf, textOfFile } from './check-receipt.ts';

const toBase64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');

let pair: CryptoKeyPair;
let keys: ReceiptKey[];
let file: string;

async function signed(changes: Partial<Receipt> = {}): Promise<string> {
  const whole = { ...receipt, ...changes };
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(signedText(whole)));
  return writeReceipt(whole, toBase64url(signature));
}

beforeAll(async () => {
  pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const x = toBase64url(await crypto.subtle.exportKey('raw', pair.publicKey));
  const other = { kid: 'key-0', kty: 'OKP', crv: 'Ed25519', x, created_at: receipt.issued_at } as const;
  keys = [other, { ...other, kid: 'key-1' }];
  file = await signed();
});

const kindOf = async (text: string) => (await checkReceipt(text, keys)).kind;

test('accepts a receipt as it was signed, from a file and pasted', async () => {
  expect(await checkReceipt(file, keys)).toEqual({ kind: 'genuine', receipt });
  const bytes = new TextEncoder().encode(file);
  expect(await kindOf(textOfFile(bytes.buffer))).toBe('genuine');
  expect(await kindOf(asPasted(`\n  ${file.trim().replaceAll('\n', '\r\n')}  `))).toBe('genuine');
});

test('accepts answers that were put aside, with their files and as receipts of an earlier release have them', async () => {
  const answer = { number: 1, language: 'sql', sha256: 'cd'.repeat(32), length: 9 };
  const files = ['main.sql', 'schema.sql'].map((name) => ({ name, sha256: 'cd'.repeat(32), length: 9 }));
  for (const asides of [[answer], [{ ...answer, files }]])
    expect(await checkReceipt(await signed({ asides }), keys)).toEqual({
      kind: 'genuine',
      receipt: { ...receipt, asides },
    });
});

test('refuses every file in which any bytes are changed', { tags: ['long'] }, async () => {
  const bytes = new TextEncoder().encode(file);
  const change = fc.record({ at: fc.nat(bytes.length - 1), by: fc.integer({ min: 1, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const changed = Uint8Array.from(bytes);
      for (const { at, by } of changes) changed[at] = (changed[at] ?? 0) ^ by;
      fc.pre(changed.some((byte, index) => byte !== bytes[index]));
      expect(await kindOf(textOfFile(changed.buffer))).toBe('not genuine');
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['is cut off', (text: string) => text.slice(0, -1)],
  ['has a byte order mark', (text: string) => `\ufeff${text}`],
  ['has its fields in another order', (text: string) => JSON.stringify(JSON.parse(text), null, 1)],
  ['writes a letter as an escape', (text: string) => text.replace('Maya', '\\u004daya')],
  ['names a field twice', (text: string) => text.replace('  "version": 1,', '  "version": 1,\n  "version": 1,')],
  ['has a further field', (text: string) => text.replace('  "version": 1,', '  "grade": "A",\n  "version": 1,')],
  ['is empty', () => ''],
  ['is something else', () => '{"signature": 1}'],
])('refuses a receipt that %s', async (_what, change) => {
  expect(await kindOf(change(file))).toBe('not genuine');
});

test('refuses a signature of another key, and a key of another site', async () => {
  expect(await kindOf(await signed({ kid: 'key-2' }))).toBe('not genuine');
  const stranger = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const x = toBase64url(await crypto.subtle.exportKey('raw', stranger.publicKey));
  const [first] = keys;
  expect((await checkReceipt(file, first ? [{ ...first, kid: 'key-1', x }] : [])).kind).toBe('not genuine');
});

test('requests a reload for an unknown format with a valid signature', async () => {
  expect(await kindOf(await signed({ version: 2 }))).toBe('newer');
  expect(await kindOf((await signed({ version: 2 })).replace('"version": 2', '"version": 3'))).toBe('not genuine');
});

test('says so if the browser cannot check signatures', async () => {
  const refused = () => Promise.reject(new DOMException('no', 'NotSupportedError'));
  const old = { importKey: refused, verify: refused } as unknown as SubtleCrypto;
  expect((await checkReceipt(file, keys, old)).kind).toBe('unsupported');
  const { kind } = await checkReceipt(file, keys, null as unknown as SubtleCrypto);
  expect(kind).toBe('unsupported');
});

test('computes the digest of a file as the server does', async () => {
  const { buffer } = new TextEncoder().encode('abc');
  expect(await digestOf(buffer)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
