import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Replica, ALREADY_RELAYED } from './replica.ts';
import { SEED_UPDATE } from '../log/seed.ts';
import { readTypedText } from '../yjs/typed-text.ts';

/** Types into a replica with one update per key. */
function typing(replica: Replica) {
  const author = new Y.Doc();
  Y.applyUpdate(author, SEED_UPDATE);
  Y.applyUpdate(replica.doc, SEED_UPDATE);
  author.on('update', (update: Uint8Array) => {
    const typed = readTypedText(update);
    if (!typed) throw new Error('The update is not typed text.');
    replica.type(update, typed);
  });
  const text = author.getText(SHARED_TEXT);
  return { author, text, type: (keys: string) => [...keys].forEach((key) => text.insert(text.length, key)) };
}

test('has all typed text whenever the document is read', () => {
  const replica = new Replica();
  const { author, text, type } = typing(replica);
  type('one two');
  expect(replica.length).toBe(text.length);
  expect(replica.clockOf(author.clientID)).toBe(7);
  expect(replica.state()).toEqual(Y.decodeStateVector(Y.encodeStateVector(author)));
  type(' three');
  expect(replica.text.toJSON()).toBe(text.toJSON());
  expect(replica.clockOf(author.clientID)).toBe(13);
  type('!');
  expect(Y.encodeStateAsUpdate(replica.doc)).toEqual(Y.encodeStateAsUpdate(author));
});

test('applies typed text many updates at once, under its own origin', () => {
  const replica = new Replica();
  const { text, type } = typing(replica);
  const origins: unknown[] = [];
  const doc = replica.doc;
  doc.on('update', (_update: Uint8Array, origin: unknown) => origins.push(origin));
  type('x'.repeat(200));
  expect(origins).toEqual([ALREADY_RELAYED, ALREADY_RELAYED, ALREADY_RELAYED]);
  expect(replica.length).toBe(text.length);
});

test('counts the texts of all files', () => {
  const replica = new Replica();
  const { author, type } = typing(replica);
  const { length } = replica;
  const page = new Y.Doc();
  page.getText('code2').insert(0, 'twelve chars');
  Y.applyUpdate(replica.doc, Y.encodeStateAsUpdate(page));
  type('abc');
  expect(replica.length).toBe(length + 15);
  expect(replica.length).toBe(author.getText(SHARED_TEXT).length + page.getText('code2').length);
});

test('holds typed text as one string of a byte for each character, not in pieces', { tags: ['long'] }, () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const author = new Y.Doc();
  const typed: Uint8Array[] = [];
  Y.applyUpdate(author, SEED_UPDATE);
  author.on('update', (update: Uint8Array) => typed.push(update));
  for (let n = 0; n < 50_000; n++) author.getText(SHARED_TEXT).insert(n, 'x');
  const replicas = Array.from({ length: 8 }, () => new Replica());
  const before = heap();
  for (const replica of replicas) {
    Y.applyUpdate(replica.doc, SEED_UPDATE);
    for (const update of typed) {
      const read = readTypedText(update);
      if (read) replica.type(update, read);
    }
  }
  const grown = heap() - before;
  expect(replicas.map(({ length }) => length)).toEqual(Array(8).fill(author.getText(SHARED_TEXT).length));
  expect(grown / (8 * 50_000)).toBeLessThan(1.5);
});
