import { expect, test } from 'vitest';
import { actionOf } from './paused-keys.ts';
import type { PausedAction } from './paused-keys.ts';

const CLOSED = { isOpen: false, isCommanding: false };
const key = (name: string, held: { ctrlKey?: boolean; altGraph?: boolean } = {}) => ({
  key: name,
  ctrlKey: held.ctrlKey ?? false,
  metaKey: false,
  altKey: false,
  getModifierState: () => held.altGraph ?? false,
});

test.each<[string, string[], PausedAction]>([
  [
    'types letters, line breaks and keys of an input method',
    ['a', ' ', 'Enter', '漢', '😀', 'Dead', 'Process'],
    'type',
  ],
  ['opens at keys that would change the text', ['Backspace', 'Delete'], 'open'],
  ['gives moves and functions to the editor', ['ArrowLeft', 'Home', 'PageDown', 'F1', 'Escape'], 'forward'],
  ['lets Tab leave', ['Tab'], 'leave'],
])('%s', (_, keys, action) => {
  expect(keys.map((name) => actionOf(key(name), CLOSED))).toEqual(keys.map(() => action));
});

test('gives commands to the editor, but no paste or letter of AltGr', () => {
  expect(actionOf(key('c', { ctrlKey: true }), CLOSED)).toBe('forward');
  expect(actionOf(key('v', { ctrlKey: true }), CLOSED)).toBe('type');
  expect(actionOf(key('@', { ctrlKey: true, altGraph: true }), CLOSED)).toBe('type');
});

test('keeps text by Enter and discards it by Escape once open', () => {
  const open = { isOpen: true, isCommanding: false };
  expect(['Enter', 'Escape', 'a', 'ArrowLeft'].map((name) => actionOf(key(name), open))).toEqual([
    'keep',
    'discard',
    'type',
    'type',
  ]);
});

test('leaves Vim’s commands to the editor, and opens at its inserting ones', () => {
  const vim = { isOpen: false, isCommanding: true };
  expect(['j', 'x', ':', 'i', 'A', 'o'].map((name) => actionOf(key(name), vim))).toEqual([
    'forward',
    'forward',
    'forward',
    'open',
    'open',
    'open',
  ]);
});
