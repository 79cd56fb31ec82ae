import { expect, test } from 'vitest';
import { replaceLookalikes } from './replace-lookalikes.ts';
import { TypingGate } from '../typing-gate.ts';

function gateWith(text: string) {
  const gate = new TypingGate();
  gate.text.insert(0, text);
  gate.flush();
  const updates: Uint8Array[] = [];
  gate.shared.on('update', (update: Uint8Array) => updates.push(update));
  return { gate, updates };
}

test.each([
  ['of a paste', '\u00a0\u00a0print(“a…”, b – 1)\u200b\n', '  print("a…", b - 1)\n'],
  ['at thousands of places', 'a\u00a0= “b”\n'.repeat(5_000), 'a = "b"\n'.repeat(5_000)],
])('replaces the characters %s by one update and one step of undo', (_, text, plain) => {
  const { gate, updates } = gateWith(text);
  replaceLookalikes(gate, 'python');
  expect(gate.text.toString()).toBe(plain);
  expect(updates).toHaveLength(1);
  gate.undoManager.undo();
  expect(gate.text.toString()).toBe(text);
});

test('changes nothing in a program without them', () => {
  const { gate, updates } = gateWith('# “a”\n');
  replaceLookalikes(gate, 'python');
  expect(updates).toHaveLength(0);
});
