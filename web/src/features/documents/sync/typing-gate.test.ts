import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TypingGate } from './typing-gate.ts';

const EDITOR = Symbol('editor');

class Writer {
  readonly gate = new TypingGate();
  readonly inbox: Uint8Array[] = [];
  readonly outbox: Uint8Array[] = [];

  constructor() {
    this.gate.undoManager.addTrackedOrigin(EDITOR);
    this.gate.shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'wire') this.outbox.push(update);
    });
  }

  type(at: number, text: string): void {
    this.gate.editing.transact(() => this.gate.text.insert(Math.min(at, this.gate.text.length), text), EDITOR);
  }

  delete(at: number, length: number): void {
    const from = Math.min(at, this.gate.text.length);
    const count = Math.min(length, this.gate.text.length - from);
    if (count > 0) this.gate.editing.transact(() => this.gate.text.delete(from, count), EDITOR);
  }

  get sharedText(): string {
    return this.gate.shared.getText(SHARED_TEXT).toString();
  }
}

function exchange(writers: Writer[]): void {
  for (const from of writers) {
    for (const update of from.outbox.splice(0)) {
      for (const to of writers) if (to !== from) to.inbox.push(update);
    }
  }
}

function deliver(writer: Writer, shuffled: boolean): void {
  const updates = writer.inbox.splice(0);
  for (const update of shuffled ? updates.reverse() : updates) Y.applyUpdate(writer.gate.shared, update, 'wire');
}

/** Each writer types letters of its own alphabet, so that a leak or a loss shows its author. */
const ALPHABETS = ['abcdefgh', 'ABCDEFGH', '01234567'];

const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom(
    'type',
    'type',
    'type',
    'delete',
    'enter',
    'undo',
    'redo',
    'flush',
    'exchange',
    'deliver',
    'mode',
  ),
  at: fc.nat(40),
  length: fc.integer({ min: 1, max: 6 }),
  shuffled: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function act(writers: Writer[], { who, what, at, length, shuffled }: Step): void {
  const writer = writers[who];
  if (!writer) return;
  const others = (letters: string) => letters.replace(new RegExp(`[${ALPHABETS[who]}\n]`, 'g'), '');
  if (what === 'type') writer.type(at, (ALPHABETS[who] ?? '').slice(0, length));
  if (what === 'enter') writer.type(at, '\n');
  if (what === 'delete') writer.delete(at, length);
  if (what === 'flush') writer.gate.flush();
  if (what === 'mode') writer.gate.mode = writer.gate.mode === 'enter' ? 'instant' : 'enter';
  if (what === 'exchange') exchange(writers);
  if (what === 'deliver') deliver(writer, shuffled);
  if (what === 'undo' || what === 'redo') {
    const before = others(writer.gate.text.toString());
    if (what === 'undo') writer.gate.undoManager.undo();
    else writer.gate.undoManager.redo();
    const after = others(writer.gate.text.toString());
    // Undo may restore peers' text that this writer deleted; redo may delete only that again.
    if (what === 'undo') expect(after.length).toBeGreaterThanOrEqual(before.length);
  }
}

describe('the typing gate', () => {
  /** Converges, leaks nothing before a flush and loses nothing after it, in as many random runs. */
  function convergesInAnyRun(numRuns: number): void {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const writers = [new Writer(), new Writer(), new Writer()];
        for (const one of steps) {
          const shared = writers.map((writer) => writer.outbox.length);
          act(writers, one);
          const silent = ['type', 'delete', 'undo', 'redo'].includes(one.what);
          const writer = writers[one.who];
          if (silent && writer?.gate.mode === 'enter' && writer.gate.isHolding) {
            expect(writer.outbox.length).toBe(shared[one.who]);
          }
        }
        for (const writer of writers) writer.gate.flush();
        exchange(writers);
        for (const writer of writers) deliver(writer, false);
        const texts = writers.flatMap((writer) => [writer.gate.text.toString(), writer.sharedText]);
        expect(new Set(texts).size).toBe(1);
        for (const writer of writers) writer.gate.destroy();
      }),
      { numRuns },
    );
  }

  test('converges, leaks nothing before a flush and loses nothing after it in 50 random runs', () =>
    expect(() => convergesInAnyRun(50)).not.toThrow());

  test(
    'converges, leaks nothing before a flush and loses nothing after it in 400 random runs',
    { tags: ['long'] },
    () => expect(() => convergesInAnyRun(400)).not.toThrow(),
  );

  test('sends no trace of text that was typed and deleted before the flush', () => {
    const writer = new Writer();
    writer.type(0, 'my secret thought');
    writer.delete(0, 'my secret thought'.length);
    writer.type(0, 'SELECT');
    expect(writer.outbox).toHaveLength(0);
    writer.type(6, '\n');
    expect(writer.outbox).toHaveLength(1);
    const bytes = writer.outbox.map((update) => new TextDecoder('latin1').decode(update)).join('');
    expect(bytes).toContain('SELECT');
    expect(bytes).not.toContain('secret');
    writer.gate.destroy();
  });

  test("holds a line until Enter and applies peers' text immediately", () => {
    const [anna, ben] = [new Writer(), new Writer()];
    anna.type(0, 'one');
    exchange([anna, ben]);
    expect(ben.inbox).toHaveLength(0);
    ben.type(0, 'two\n');
    exchange([anna, ben]);
    deliver(anna, false);
    expect(anna.gate.text.toString()).toContain('two');
    expect(anna.sharedText).toBe('two\n');
    anna.type(0, '\n');
    exchange([anna, ben]);
    deliver(ben, false);
    expect(ben.gate.text.toString()).toBe(anna.gate.text.toString());
    for (const writer of [anna, ben]) writer.gate.destroy();
  });

  test('sends each change in instant mode and undoes a word as one', () => {
    const writer = new Writer();
    writer.type(0, 'x');
    writer.gate.mode = 'instant';
    expect(writer.outbox).toHaveLength(1);
    writer.type(1, 'y');
    writer.type(2, 'z');
    expect(writer.outbox).toHaveLength(3);
    writer.gate.undoManager.undo();
    expect(writer.sharedText).toBe('');
    writer.gate.destroy();
  });

  test("undoes the user's own text and not a peer's inside it", () => {
    const [anna, ben] = [new Writer(), new Writer()];
    anna.type(0, 'SELECT 1\n');
    exchange([anna, ben]);
    deliver(ben, false);
    ben.type(7, 'id,\n');
    exchange([anna, ben]);
    deliver(anna, false);
    anna.gate.undoManager.undo();
    expect(anna.gate.text.toString()).toBe('id,\n');
    for (const writer of [anna, ben]) writer.gate.destroy();
  });
});

describe('the files of a typing gate', () => {
  const SECOND = 'code2';

  test('holds lines of all files and sends them together', () => {
    const [ada, ben] = [new Writer(), new Writer()];
    const type = (text: string) => ada.gate.editing.transact(() => ada.gate.file(SECOND).text.insert(0, text), EDITOR);
    const shared = () => [ada.sharedText, ada.gate.shared.getText(SECOND).toJSON()];
    ada.type(0, 'one');
    type('two');
    expect(shared()).toEqual(['', '']);
    type('\n');
    expect(shared()).toEqual(['one', '\ntwo']);
    exchange([ada, ben]);
    deliver(ben, false);
    expect(ben.gate.file(SECOND).text.toJSON()).toBe('\ntwo');
    expect(ada.gate.file(SECOND)).toBe(ada.gate.file(SECOND));
    for (const { gate } of [ada, ben]) gate.destroy();
  });

  test('undoes in one file and leaves the other as it is', () => {
    const { gate } = new Writer();
    const second = gate.file(SECOND);
    second.undoManager.addTrackedOrigin(EDITOR);
    gate.editing.transact(() => gate.text.insert(0, 'one'), EDITOR);
    gate.editing.transact(() => second.text.insert(0, 'two'), EDITOR);
    gate.undoManager.undo();
    expect([gate.text.toJSON(), second.text.toJSON()]).toEqual(['', 'two']);
    second.undoManager.undo();
    gate.undoManager.redo();
    expect([gate.text.toJSON(), second.text.toJSON()]).toEqual(['one', '']);
    gate.destroy();
  });
});
