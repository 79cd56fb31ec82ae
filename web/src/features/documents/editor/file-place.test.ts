import { expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import { Cursors } from '../sync/cursors/cursors.ts';
import { TypingGate } from '../sync/typing-gate.ts';
import { enterFile, keepPlace, placeIn } from './file-place.ts';

function open() {
  const gate = new TypingGate();
  const cursors = new Cursors(
    gate,
    () => undefined,
    () => ({ hue: 1, color: '', colorLight: '' }),
  );
  onTestFinished(() => {
    cursors.destroy();
    gate.destroy();
  });
  return { gate, cursors };
}

test('keeps the place in a file while its text changes', () => {
  const { gate } = open();
  const file = gate.file('code2');
  file.text.insert(0, 'one\ntwo\nthree\n');
  expect(placeIn(file)).toBeNull();
  keepPlace(file, { anchor: 8, head: 13, top: 4 });
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(gate.editing));
  peer.getText('code2').insert(0, 'zero\n');
  Y.applyUpdate(gate.shared, Y.encodeStateAsUpdate(peer));
  gate.text.insert(0, 'another file');
  expect(placeIn(file)).toEqual({ anchor: 13, head: 18, top: 9 });
});

test('shows peers the file that was entered, and nothing for the first file', () => {
  const { gate, cursors } = open();
  const file = () =>
    (cursors.awareness.getLocalState()?.['cursor'] as { head: Y.RelativePosition } | undefined)?.head.tname;
  enterFile(cursors, gate, { anchor: 0, head: 0 });
  expect(file()).toBeUndefined();
  enterFile(cursors, gate.file('code2'), { anchor: 0, head: 0 });
  expect(file()).toBe('code2');
  enterFile(cursors, gate, { anchor: 0, head: 0 });
  expect(file()).toBe('code');
});
