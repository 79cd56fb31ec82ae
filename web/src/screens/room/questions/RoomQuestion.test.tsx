import { createAtom } from '@tanstack/store';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { QuestionPaneProps } from '../../../features/questions/room/QuestionPane.tsx';
import { aRoomState } from '../../../testing/examples.ts';
import type { LiveRoom, RoomQuestions } from '../live/live-room.ts';
import { RoomQuestion } from './RoomQuestion.tsx';

const QUESTION = { id: 'q-1', number: 1, text: '', starters: [], tests: [] };

vi.mock('./insert-starter.ts', () => ({ insertStarter: () => Promise.resolve('ask') }));
vi.mock('./StarterDialog.tsx', () => ({ StarterDialog: () => <p role="dialog">Insert the starter</p> }));
vi.mock('../../../features/questions/room/QuestionPane.tsx', () => ({
  QuestionPane: ({ change }: Pick<QuestionPaneProps, 'change'>) => (
    <button type="button" disabled={change === null} onClick={() => change?.insert(QUESTION)}>
      Insert starter
    </button>
  ),
}));

test('leaves the question about the code closed once a lost connection has closed it', async () => {
  const store = createAtom(aRoomState({ isConnected: true }));
  const code = { store: createAtom({ isTypingOffline: false, isOpen: false }) };
  const shownQuestions = { store: createAtom({ questions: [QUESTION] }) };
  const room = { connection: { store }, code, shownQuestions } as unknown as LiveRoom;
  const runner = {} as RoomQuestions;
  render(<RoomQuestion {...{ room, runner }} questions={[QUESTION]} question={QUESTION} tabsId="tabs" />);
  await userEvent.click(screen.getByRole('button', { name: 'Insert starter' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
  act(() => store.set((state) => ({ ...state, isConnected: false })));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => store.set((state) => ({ ...state, isConnected: true })));
  expect(screen.queryByRole('dialog')).toBeNull();
});
