import type { ShownStarter } from '@cip/contracts/questions/starters';
import { createAtom } from '@tanstack/store';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TypingGate } from '../../../features/documents/sync/typing-gate.ts';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { aRoomState } from '../../../testing/examples.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { StarterDialog } from './StarterDialog.tsx';

const STARTER: ShownStarter = { language: 'sql', code: 'select 1;', files: [{ name: 'data.sql', code: 'select 2;' }] };

/** Returns the sentences of the dialog about a candidate's room with these files, each with a text. */
function wordsIn(names: string[], state: Partial<RoomState> = { filesAllowed: true }): string {
  const gate = new TypingGate();
  const files = names.map((name, index) => ({ root: index === 0 ? 'code' : `code${index + 1}`, name }));
  for (const { root } of files) gate.file(root).text.insert(0, 'typed');
  const question = { id: 'q-1', number: 1, text: '', starters: [STARTER], tests: [] };
  const room = {
    userType: 'candidate',
    code: { gate, text: 'typed', textOf: (root: string) => gate.file(root).text.toString() },
    connection: { store: createAtom(aRoomState({ ...state, files: { files, deleted: [] } })) },
    shownQuestions: { store: createAtom({ questions: [question] }) },
  } as unknown as LiveRoom;
  const nothing = () => undefined;
  render(<StarterDialog room={room} question="q-1" onInserted={nothing} onClose={nothing} />);
  const words = [...screen.getByRole('dialog').querySelectorAll('p')].map(({ textContent }) => textContent);
  gate.destroy();
  return words.join('\n');
}

test('says that an answer of one file is put aside for an empty editor', () => {
  expect(wordsIn(['main.sql'])).toBe(
    'The editor has an answer already. Put it aside, and this question begins in an empty editor. ' +
      'The answer stays with the session, in its details, download and receipt.',
  );
});

test('says that all files are put aside, and which stays if the starter is added below', () => {
  expect(wordsIn(['main.sql', 'data.sql', 'schema.sql'])).toBe(
    'The editor has an answer already. Put all 3 files aside, and this question begins with only its own files. ' +
      'The answer stays with the session, in its details, download and receipt.\n' +
      'If you add it below, data.sql has another text and stays as it is.',
  );
});

test('names the files that a candidate may not delete', () => {
  expect(wordsIn(['main.sql', 'schema.sql'], { filesAllowed: false })).toContain(
    'Put all 2 files aside, and this question begins with its own files and schema.sql, which only interviewers can delete.',
  );
});
