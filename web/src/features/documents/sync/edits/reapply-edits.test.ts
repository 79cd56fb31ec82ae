import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { reapplyEdits } from './reapply-edits.ts';

const [OWN, PEER, FRESH] = [7, 8, 9];

function docOf(clientID: number, state?: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = clientID;
  if (state) Y.applyUpdate(doc, state);
  return doc;
}

const textOf = (doc: Y.Doc) => doc.getText(SHARED_TEXT);

/** Returns the updates that a change of a document makes. */
function updatesOf(doc: Y.Doc, change: () => void): Uint8Array[] {
  const updates: Uint8Array[] = [];
  const note = (update: Uint8Array) => updates.push(update);
  doc.on('update', note);
  change();
  doc.off('update', note);
  return updates;
}

/** Returns a page and a server with the same text, which the page wrote. */
function start() {
  const page = docOf(OWN);
  textOf(page).insert(0, 'one\ntwo\n');
  const state = Y.encodeStateAsUpdate(page);
  return { page, server: docOf(PEER, state) };
}

/** Writes text on the server under the page's client id, as another client. */
function forge(server: Y.Doc, at: number, text: string): void {
  const forger = docOf(OWN, Y.encodeStateAsUpdate(server));
  textOf(forger).insert(at, text);
  Y.applyUpdate(server, Y.encodeStateAsUpdate(forger));
}

/** Returns the text after a new page reapplied the refused edits. */
function reapply(server: Y.Doc, edits: Uint8Array[]): string {
  const next = docOf(FRESH, Y.encodeStateAsUpdate(server));
  const before = Y.encodeStateVector(next);
  reapplyEdits(next, edits);
  const { structs } = Y.decodeUpdate(Y.encodeStateAsUpdate(next, before));
  expect(structs.every(({ id }) => id.client === FRESH)).toBe(true);
  return textOf(next).toJSON();
}

test('reapplies text at its position if another client used the id', () => {
  const { page, server } = start();
  const edits = updatesOf(page, () => {
    textOf(page).insert(4, 'mine ');
    textOf(page).insert(9, 'too ');
    textOf(page).delete(0, 3);
  });
  forge(server, 8, 'M');
  textOf(server).insert(0, 'peer ');
  expect(reapply(server, edits)).toBe('peer \nmine too two\nM');
});

test('does not duplicate text that the server already has', () => {
  const { page, server } = start();
  const edits = updatesOf(page, () => {
    textOf(page).insert(8, 'taken');
    textOf(page).insert(13, ', refused');
  });
  Y.applyUpdate(server, edits[0] ?? new Uint8Array());
  expect(reapply(server, edits)).toBe('one\ntwo\ntaken, refused');
});

test('inserts text of a deleted position behind the text before it', () => {
  const { page, server } = start();
  const edits = updatesOf(page, () => textOf(page).insert(5, 'X'));
  textOf(server).delete(4, 4);
  expect(reapply(server, edits)).toBe('one\nX');
});

const step = fc.record({
  who: fc.constantFrom('page', 'peer'),
  at: fc.nat(60),
  length: fc.integer({ min: -3, max: 4 }),
});

/** Neither loses nor duplicates text of page or peer, in as many random runs. */
function keepsEachText(numRuns: number): void {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.nat(60), (steps, forgedAt) => {
      const { page, server } = start();
      let letter = 0;
      const write = (text: Y.Text, { at, length }: (typeof steps)[number], letters: string) => {
        const from = Math.min(at, text.length);
        if (length > 0) text.insert(from, letters.repeat(length));
        else text.delete(from, Math.min(-length, text.length - from));
      };
      const edits = steps.flatMap((one) => {
        const own = String.fromCharCode(0x41 + (letter++ % 26));
        if (one.who === 'page') return updatesOf(page, () => write(textOf(page), one, own));
        write(textOf(server), one, own.toLowerCase());
        return [];
      });
      // The document as if the server had accepted the edits.
      const ideal = docOf(FRESH, Y.encodeStateAsUpdate(server));
      for (const edit of edits) Y.applyUpdate(ideal, edit);
      forge(server, Math.min(forgedAt, textOf(server).length), '#');
      const made = edits.length > 0 ? reapply(server, edits) : textOf(server).toJSON();
      const of = (text: string, whose: RegExp) => text.match(whose)?.join('') ?? '';
      for (const whose of [/[A-Z]/g, /[a-z\n]/g]) expect(of(made, whose)).toBe(of(textOf(ideal).toJSON(), whose));
      expect(of(made, /#/g)).toBe('#');
    }),
    { numRuns },
  );
}

test('neither loses nor duplicates text of page or peer in 50 random runs', () =>
  expect(() => keepsEachText(50)).not.toThrow());

test('neither loses nor duplicates text of page or peer in 500 random runs', { tags: ['long'] }, () =>
  expect(() => keepsEachText(500)).not.toThrow(),
);

test('reapplies the edits of every file in its own text', () => {
  const { page, server } = start();
  const second = page.getText('code2');
  Y.applyUpdate(server, updatesOf(page, () => second.insert(0, 'base'))[0] ?? new Uint8Array());
  const edits = updatesOf(page, () => {
    second.insert(4, ' mine');
    textOf(page).insert(4, 'too ');
    second.delete(0, 2);
    page.getText('code3').insert(0, 'new');
  });
  forge(server, 8, 'M');
  const next = docOf(FRESH, Y.encodeStateAsUpdate(server));
  reapplyEdits(next, edits);
  expect(['code', 'code2', 'code3'].map((root) => next.getText(root).toJSON())).toEqual([
    'one\ntoo two\nM',
    'se mine',
    'new',
  ]);
});
