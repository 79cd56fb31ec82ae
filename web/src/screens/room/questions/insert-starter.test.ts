import { SHARED_TEXT } from '@cip/contracts/rooms/documents';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { createAtom } from '@tanstack/store';
import { expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import { TypingGate } from '../../../features/documents/sync/typing-gate.ts';
import { hashOf } from '../../../features/runs/session/run-id.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { addBelow, planStarter, replaceByStarter } from './insert-starter.ts';

const STARTER = { language: 'python', code: 'def total():\n    pass\n' };
const ANSWER = 'print(1)\n';
type Ack = { ok: true; number: number } | { ok: false; error: { message: string } };

/** A room whose code is this text, and a server that keeps codes put aside. */
function roomWith(text: string, answer: (room: { gate: TypingGate }) => Ack = () => ({ ok: true, number: 1 })) {
  const gate = new TypingGate();
  onTestFinished(() => gate.destroy());
  const doc = new Y.Doc();
  doc.getText(SHARED_TEXT).insert(0, text);
  Y.applyUpdate(gate.shared, Y.encodeStateAsUpdate(doc));
  const asked: object[] = [];
  const putAside = async (name: string, payload: object) => {
    asked.push({ name, ...payload });
    return answer({ gate });
  };
  const question = { id: 'q-2', number: 2, text: '', starters: [STARTER], tests: [] };
  const room = {
    code: {
      gate,
      get text() {
        return gate.text.toString();
      },
      flush: async () => gate.flush(),
    },
    connection: { store: createAtom({ language: 'python' }) },
    shownQuestions: { store: createAtom({ questions: [question] }), request: putAside },
  } as unknown as LiveRoom;
  return { room, asked, text: () => gate.text.toString() };
}

test('puts the answer aside for the starter, and undoes that', async () => {
  const { room, asked, text } = roomWith(ANSWER);

  expect(await replaceByStarter(room, 'q-2')).toBeNull();

  expect(asked).toEqual([{ name: 'question:put-aside', question: 'q-2', hash: hashOf(ANSWER) }]);
  expect(text()).toBe(STARTER.code);
  expect(planStarter(room, 'q-2')).toBeNull();
  room.code.gate.undoManager.undo();
  expect(text()).toBe(ANSWER);
  expect(await replaceByStarter(room, 'q-2')).toBeNull();
  expect(text()).toBe(STARTER.code);
});

test('replaces nothing that the server did not keep', async () => {
  const refused = roomWith(ANSWER, () => ({ ok: false, error: { message: 'There is no connection.' } }));
  expect(await replaceByStarter(refused.room, 'q-2')).toBe('There is no connection.');
  expect(refused.text()).toBe(ANSWER);

  const typed = roomWith(ANSWER, ({ gate }) => {
    gate.text.insert(0, 'x = 2\n');
    return { ok: true, number: 1 };
  });
  expect(await replaceByStarter(typed.room, 'q-2')).toMatch(/^Someone typed/);
  expect(typed.text()).toBe(`x = 2\n${ANSWER}`);
});

test('adds a starter below an answer where that is chosen, once', () => {
  const { room, text } = roomWith(ANSWER);
  expect(addBelow(room, 'q-2')).toBeNull();
  expect(addBelow(room, 'q-2')).toBeNull();
  expect(text()).toBe(`${ANSWER}\n# ${'-'.repeat(20)} Question 2\n\n${STARTER.code}`);
});

test('plans an edit of the whole text only where nobody typed', () => {
  expect(planStarter(roomWith(DEFAULT_CODE).room, 'q-2')?.edit).toEqual({ from: 0, text: STARTER.code });
  expect(planStarter(roomWith(ANSWER).room, 'q-2')?.edit?.from).toBe(ANSWER.length);
});
