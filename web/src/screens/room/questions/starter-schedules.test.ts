import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { replaceFrom } from '../../../features/documents/sync/edits/replace-from.ts';
import { TypingGate } from '../../../features/documents/sync/typing-gate.ts';
import { starterAfterChange, starterEdit } from '../../../features/questions/room/starter-edit.ts';
import { Random } from '../../../../../testkit/random.ts';

const STEPS = 10;
const LANGUAGES = ['python', 'sql'] as const;
const STARTERS = [
  { language: 'python', code: 'def total():\n    pass\n' },
  { language: 'sql', code: 'select 1;\n' },
  { language: 'python', code: 'print(0)\n' },
] as const;

/** Typed letters, each once: no starter has one of them. */
const FIRST_LETTER = 0x4e00;

const typedIn = (text: string) => [...text].filter((letter) => (letter.codePointAt(0) ?? 0) >= FIRST_LETTER);

/** Two people at one document, whose edits arrive at any time. */
function simulate(seed: number) {
  const random = new Random(seed);
  const pick = (count: number) => random.below(count);
  const gates = [new TypingGate(), new TypingGate()] as const;
  const seedDoc = new Y.Doc();
  seedDoc.getText(SHARED_TEXT).insert(0, DEFAULT_CODE);
  for (const gate of gates) {
    gate.mode = random.next() < 0.5 ? 'instant' : 'enter';
    Y.applyUpdate(gate.shared, Y.encodeStateAsUpdate(seedDoc));
    gate.undoManager.trackedOrigins.add('typing');
  }
  const removed = new Set<string>();
  const typed: string[] = [];
  let language = 0;

  const type = ({ editing, text }: TypingGate) => {
    const letter = String.fromCodePoint(FIRST_LETTER + typed.length);
    typed.push(letter);
    editing.transact(() => text.insert(pick(text.length + 1), random.next() < 0.3 ? `${letter}\n` : letter), 'typing');
  };
  const erase = ({ editing, text }: TypingGate) => {
    if (text.length === 0) return;
    const [at, length] = [pick(text.length), 1 + pick(4)];
    const gone = text.toString().slice(at, at + length);
    for (const letter of typedIn(gone)) removed.add(letter);
    editing.transact(() => text.delete(at, gone.length), 'typing');
  };
  /** A starter is inserted, and in half of the cases taken back: neither removes text typed on this page. */
  const insert = (gate: TypingGate) => {
    const before = typedIn(gate.text.toString());
    const starter = STARTERS[pick(STARTERS.length)] ?? STARTERS[0];
    const situation = { text: gate.text.toString(), starters: STARTERS };
    const edit = starterEdit(situation, starter, 1);
    if (edit) replaceFrom(gate, edit);
    if (edit && random.next() < 0.5) gate.undoManager.undo();
    expect(typedIn(gate.text.toString())).toEqual(before);
  };
  const change = (gate: TypingGate) => {
    const [from, to] = [LANGUAGES[language] ?? 'sql', LANGUAGES[1 - language] ?? 'sql'];
    language = 1 - language;
    const starter = starterAfterChange(gate.text.toString(), STARTERS, { from, to });
    if (starter) replaceFrom(gate, { from: 0, text: starter.code });
  };
  const deliver = () => {
    for (const gate of gates) gate.flush();
    for (const [from, to] of [gates, [gates[1], gates[0]] as const])
      Y.applyUpdate(to.shared, Y.encodeStateAsUpdate(from.shared, Y.encodeStateVector(to.shared)));
  };
  const acts = [type, type, erase, insert, insert, change, deliver];
  for (let step = 0; step < STEPS; step++) acts[pick(acts.length)]?.(gates[pick(2)] ?? gates[0]);
  deliver();
  const texts = gates.map((gate) => gate.text.toString());
  for (const gate of gates) gate.destroy();
  return { texts, expected: typed.filter((letter) => !removed.has(letter)) };
}

/** True if no starter removes a character that a person typed, in as many random schedules. */
function keepsWhatIsTyped(schedules: number): void {
  for (let seed = 1; seed <= schedules; seed++) {
    const { texts, expected } = simulate(seed);
    expect(texts[0], `seed ${seed}`).toBe(texts[1]);
    expect(typedIn(texts[0] ?? '').toSorted(), `seed ${seed}`).toEqual(expected);
  }
}

test('keeps every character typed beside a starter, in 100 schedules', () =>
  expect(() => keepsWhatIsTyped(100)).not.toThrow());

test('keeps every character typed beside a starter, in 10,000 schedules', { tags: ['long'], timeout: 120_000 }, () =>
  expect(() => keepsWhatIsTyped(10_000)).not.toThrow(),
);
