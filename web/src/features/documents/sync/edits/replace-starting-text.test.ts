import { DEFAULT_CODE, startingText } from '@cip/contracts/rooms/starting-text';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { replaceFrom } from './replace-from.ts';
import { replaceStartingText } from './replace-starting-text.ts';
import { TypingGate } from '../typing-gate.ts';

const EDITOR = Symbol('editor');
const SEED = (() => {
  const doc = new Y.Doc();
  doc.getText('code').insert(0, DEFAULT_CODE);
  return Y.encodeStateAsUpdate(doc);
})();
const END = DEFAULT_CODE.length;

function begin(mode: 'enter' | 'instant' = 'instant') {
  const gate = new TypingGate();
  gate.mode = mode;
  gate.undoManager.addTrackedOrigin(EDITOR);
  replaceStartingText(gate);
  Y.applyUpdate(gate.shared, SEED);
  const type = async (at: number, text: string) => {
    gate.editing.transact(() => gate.text.insert(at, text), EDITOR);
    await Promise.resolve();
  };
  const code = () => [gate.text.toString(), gate.shared.getText('code').toString()];
  return { gate, type, code };
}

test.each([0, 7, END])('replaces the untouched starting text by the first key at %i', async (at) => {
  const { type, code } = begin();
  await type(at, 's');
  await type(1, 'e');
  expect(code()).toEqual(['se', 'se']);
});

test('replaces the starting text of another language by the first key', async () => {
  const { gate, type, code } = begin();
  replaceFrom(gate, { from: 0, text: startingText('python') });
  await type(0, 'p');
  await type(1, 'r');
  expect(code()).toEqual(['pr', 'pr']);
});

test('takes key and starting text back with one undo step', async () => {
  const { gate, type, code } = begin();
  await type(END, 's');
  await type(1, 'e');
  gate.undoManager.undo();
  expect(code()[0]).toBe(DEFAULT_CODE);
  gate.undoManager.redo();
  await Promise.resolve();
  expect(code()[0]).toBe('se');
});

test('sends a pasted text without the starting text in Enter mode', async () => {
  const { type, code } = begin('enter');
  await type(END, 's');
  expect(code()).toEqual(['s', DEFAULT_CODE]);
  await type(1, '\n');
  expect(code()).toEqual(['s\n', 's\n']);
  const other = begin('enter');
  await other.type(3, 'a\nb');
  expect(other.code()).toEqual(['a\nb', 'a\nb']);
});

test.each(['\n', ' ', '\nselect 1;'])('keeps the starting text before a first %j', async (first) => {
  const { type, code } = begin();
  await type(END, first);
  await type(END + first.length, 'x');
  expect(code()[0]).toBe(`${DEFAULT_CODE}${first}x`);
});

test('keeps the starting text until a composed word ends', async () => {
  const { gate, type, code } = begin();
  gate.undoSteps.isComposing = true;
  await type(END, 's');
  await type(END + 1, 'e');
  expect(code()[0]).toBe(`${DEFAULT_CODE}se`);
  gate.undoSteps.isComposing = false;
  await type(END + 2, ' ');
  expect(code()[0]).toBe('se ');
});

test('leaves texts of peers and the page as they are', async () => {
  const { gate, type, code } = begin();
  replaceFrom(gate, { from: END, text: '!' });
  await Promise.resolve();
  expect(code()[0]).toBe(`${DEFAULT_CODE}!`);
  await type(END + 1, '?');
  expect(code()[0]).toBe(`${DEFAULT_CODE}!?`);
  const peer = begin();
  peer.gate.shared.getText('code').insert(0, 'x');
  await Promise.resolve();
  expect(peer.code()[0]).toBe(`x${DEFAULT_CODE}`);
});

test('merges the first keys of two people without the starting text', async () => {
  const [one, other] = [begin(), begin()];
  await one.type(END, 'a');
  await other.type(0, 'b');
  Y.applyUpdate(one.gate.shared, Y.encodeStateAsUpdate(other.gate.shared));
  Y.applyUpdate(other.gate.shared, Y.encodeStateAsUpdate(one.gate.shared));
  expect(one.code()).toEqual(other.code());
  expect(one.code()[0]).toMatch(/^(ab|ba)$/);
});
