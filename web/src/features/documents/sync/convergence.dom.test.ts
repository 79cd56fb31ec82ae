import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { CODE_MAX, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { hasForbiddenControl } from '@cip/contracts/rooms/code-text';
import fc from 'fast-check';
import type { editor } from 'monaco-editor';
import { beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { codeMirrorExtensions } from '../codemirror/codemirror-extensions.ts';
import { Cursors } from './cursors/cursors.ts';
import { MonacoBinding } from '../monaco/monaco-binding.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';
import { rangeAt } from '../monaco/monaco-range.ts';
import { explainLength } from './edits/length-limit.ts';
import { TypingGate } from './typing-gate.ts';

let createModel: (value: string) => editor.ITextModel;

beforeAll(async () => {
  // jsdom has no layout, which CodeMirror measures.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  const monaco = await loadMonaco();
  createModel = (value) => monaco.editor.createModel(value, 'plaintext');
}, 60_000);

/** One user at an editor, on a network that queues updates until they are delivered. */
abstract class Person {
  readonly gate = new TypingGate();
  readonly sent: Uint8Array[] = [];
  constructor(start: Uint8Array) {
    Y.applyUpdate(this.gate.shared, start, 'wire');
    this.gate.shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'wire') this.sent.push(update);
    });
  }
  abstract get shown(): string;
  /** Replaces ranges of the shown text; several of them as with several cursors. */
  abstract edit(edits: { from: number; to: number; text: string }[]): void;
  abstract undo(): void;
  abstract destroy(): void;
  get shared(): string {
    return this.gate.shared.getText(SHARED_TEXT).toString();
  }
}

class AtMonaco extends Person {
  readonly #model = createModel('text of before\r\nthat goes');
  readonly #binding = new MonacoBinding(this.#model, this.gate.text, this.gate.undoManager);

  get shown(): string {
    return this.#model.getValue();
  }

  edit(edits: { from: number; to: number; text: string }[]): void {
    const operations = edits.map(({ from, to, text }) => ({ range: rangeAt(this.#model, from, to), text }));
    this.#model.pushEditOperations([], operations, () => null);
  }

  undo(): void {
    void this.#model.undo();
  }

  destroy(): void {
    this.#binding.destroy();
    this.#model.dispose();
    this.gate.destroy();
  }
}

class AtCodeMirror extends Person {
  readonly #cursors = new Cursors(
    this.gate,
    () => undefined,
    () => ({ hue: 1, color: 'red', colorLight: 'pink' }),
  );
  readonly #view = new EditorView({
    state: EditorState.create({
      doc: this.gate.text.toString(),
      extensions: codeMirrorExtensions(this.gate, this.#cursors, () => undefined),
    }),
  });

  get shown(): string {
    return this.#view.state.doc.toString();
  }

  edit(edits: { from: number; to: number; text: string }[]): void {
    this.#view.dispatch({
      changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })),
      userEvent: 'input.type',
    });
  }

  undo(): void {
    this.gate.undoManager.undo();
  }

  destroy(): void {
    this.#view.destroy();
    this.#cursors.destroy();
    this.gate.destroy();
  }
}

const fragment = fc.oneof(
  fc.constantFrom('a', 'SELECT', '\n', '\r\n', 'x\ny\n', 'a\0b\u0007', '\f', '🙂', 'é', 'مرحبا', '\t', ''),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('edit', 'edit', 'edit', 'undo', 'flush', 'deliver', 'mode'),
  at: fc.array(fc.nat(80), { minLength: 1, maxLength: 3 }),
  length: fc.nat(6),
  text: fragment,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Returns ranges that neither overlap nor split a surrogate pair, as an editor makes them. */
function rangesOf(shown: string, { at, length, text }: Step) {
  const whole = (offset: number) => (/[\uDC00-\uDFFF]/.test(shown[offset] ?? '') ? offset + 1 : offset);
  let last = -1;
  const ranges: { from: number; to: number; text: string }[] = [];
  for (const offset of at.toSorted((a, b) => a - b)) {
    const from = whole(Math.min(offset, shown.length));
    const to = whole(Math.min(from + length, shown.length));
    if (from <= last) continue;
    ranges.push({ from, to, text });
    last = to;
  }
  return ranges;
}

function deliver(people: Person[]): void {
  for (const from of people) {
    for (const update of from.sent.splice(0)) {
      for (const to of people) if (to !== from) Y.applyUpdate(to.gate.shared, update, 'wire');
    }
  }
}

function act(people: Person[], one: Step): void {
  const person = people[one.who];
  if (!person) return;
  if (one.what === 'edit') person.edit(rangesOf(person.shown, one));
  if (one.what === 'undo') person.undo();
  if (one.what === 'flush') person.gate.flush();
  if (one.what === 'deliver') deliver(people);
  if (one.what === 'mode') person.gate.mode = person.gate.mode === 'enter' ? 'instant' : 'enter';
  expect(person.shown).toBe(person.gate.text.toString());
}

/** Shows one text in all editors after any edits, undos and flushes, in as many random runs. */
function convergesInAnyRun(numRuns: number): void {
  const seed = new Y.Doc();
  seed.getText(SHARED_TEXT).insert(0, '-- Start coding here...\nSELECT 1;\n');
  const start = Y.encodeStateAsUpdate(seed);
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const people = [new AtMonaco(start), new AtCodeMirror(start), new AtMonaco(start)];
      for (const one of steps) act(people, one);
      for (const { gate } of people) gate.flush();
      deliver(people);
      const texts = people.flatMap(({ shown, shared }) => [shown, shared]);
      expect(new Set(texts).size).toBe(1);
      expect(hasForbiddenControl(texts[0] ?? '')).toBe(false);
      for (const person of people) person.destroy();
    }),
    { numRuns },
  );
}

describe('Monaco and CodeMirror on one text', () => {
  test('shows one text in both editors after random edits in 20 runs', () =>
    expect(() => convergesInAnyRun(20)).not.toThrow());

  test('shows one text in both editors after random edits in 200 runs', { tags: ['long'], timeout: 60_000 }, () =>
    expect(() => convergesInAnyRun(200)).not.toThrow(),
  );

  test.each([
    ['Monaco', AtMonaco],
    ['CodeMirror', AtCodeMirror],
  ])('removes control characters from a paste in %s', (_name, At) => {
    const person = new At(Y.encodeStateAsUpdate(new Y.Doc()));
    person.edit([{ from: 0, to: 0, text: 'a\0b\r\nc\u001bd' }]);
    expect([person.shown, person.gate.text.toString()]).toEqual(['ab\ncd', 'ab\ncd']);
    person.destroy();
  });

  test.each([
    ['Monaco', AtMonaco],
    ['CodeMirror', AtCodeMirror],
  ])('refuses in %s an edit that makes the text too long', (_name, At) => {
    const long = new Y.Doc();
    long.getText(SHARED_TEXT).insert(0, 'x'.repeat(150_000));
    const person = new At(Y.encodeStateAsUpdate(long));
    const before = person.shown;
    person.edit([{ from: 0, to: 100_000, text: 'y'.repeat(150_001) }]);
    expect([person.shown === before, person.gate.text.toString() === before, person.sent]).toEqual([true, true, []]);
    expect(toastStore.get().map(({ text }) => text)).toContain(
      'Too long: the code may have 200,000 characters, this would make it 200,001. Nothing was changed.',
    );
    person.edit([{ from: 0, to: 100_000, text: 'y'.repeat(150_000) }]);
    expect(person.gate.text.length).toBe(CODE_MAX);
    expect(person.shown === person.gate.text.toString()).toBe(true);
    person.destroy();
  });

  test.each([
    ['Monaco', AtMonaco],
    ['CodeMirror', AtCodeMirror],
  ])('counts the other files in %s towards the limit', (_name, At) => {
    const other = new Y.Doc();
    other.getText('code2').insert(0, 'x'.repeat(CODE_MAX - 10));
    const person = new At(Y.encodeStateAsUpdate(other));
    person.edit([{ from: 0, to: 0, text: 'y'.repeat(11) }]);
    expect([person.shown, person.gate.text.length]).toEqual(['', 0]);
    person.edit([{ from: 0, to: 0, text: 'y'.repeat(10) }]);
    expect([person.shown, person.gate.text.length]).toEqual(['y'.repeat(10), 10]);
    person.destroy();
  });

  test.each([
    ['Monaco', AtMonaco],
    ['CodeMirror', AtCodeMirror],
  ])('says in %s why an edit is too long, in the words of the room', (_name, At) => {
    const other = new Y.Doc();
    other.getText('code2').insert(0, 'x'.repeat(150_000));
    const person = new At(Y.encodeStateAsUpdate(other));
    explainLength(person.gate.editing, () => ' More words.');
    person.edit([{ from: 0, to: 0, text: 'y'.repeat(50_002) }]);
    expect(toastStore.get().map(({ text }) => text)).toContain(
      'Too long: the code may have 200,000 characters, this would make it 200,002. More words. Nothing was changed.',
    );
    person.destroy();
  });

  test("undoes in Monaco without deleting a peer's text", () => {
    const start = Y.encodeStateAsUpdate(new Y.Doc());
    const [anna, ben] = [new AtMonaco(start), new AtCodeMirror(start)];
    anna.edit([{ from: 0, to: 0, text: 'SELECT 1\n' }]);
    deliver([anna, ben]);
    ben.edit([{ from: 7, to: 7, text: 'id,\n' }]);
    deliver([anna, ben]);
    anna.undo();
    expect(anna.shown).toBe('id,\n');
    for (const person of [anna, ben]) person.destroy();
  });
});
