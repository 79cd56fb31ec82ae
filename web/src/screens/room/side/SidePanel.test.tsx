import { createAtom } from '@tanstack/store';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { LiveRoom, RoomQuestions } from '../live/live-room.ts';
import { RoomPanes } from '../live/room-panes.ts';
import { SidePanel } from './SidePanel.tsx';

vi.mock('../questions/load-questions.ts', () => ({
  RoomQuestion: ({ question, tabsId }: { question: { text: string }; tabsId: string }) => (
    <p id={`${tabsId}-panel`}>{question.text}</p>
  ),
}));

const QUESTIONS = [1, 2].map((number) => ({ id: `q-${number}`, number, text: `Text ${number}` }));

function aRoom() {
  const panes = new RoomPanes({ matches: false, addEventListener: () => undefined });
  const ok = Promise.resolve({ ok: true } as const);
  const request = vi.fn<(name: string, payload: object) => Promise<{ ok: true }>>(() => ok);
  const store = createAtom({ questions: [] as object[], front: null as string | null, reports: [] });
  const questions = createAtom<RoomQuestions | null>(null);
  const room = { panes, shownQuestions: { store, request }, questions } as unknown as LiveRoom;
  const showQuestions = () =>
    act(() => {
      store.set({ questions: QUESTIONS, front: 'q-1', reports: [] });
      questions.set({} as RoomQuestions);
      panes.openQuestion();
    });
  return { room, store, panes, request, showQuestions };
}

function open() {
  const parts = aRoom();
  const { room, panes } = parts;
  const closed = vi.fn<() => void>();
  render(<SidePanel room={room} notes={<p>My lines</p>} onNotes={() => panes.showNotes()} onClose={closed} />);
  return { ...parts, closed };
}

const tabs = () =>
  screen
    .getAllByRole('tab')
    .map((tab) => `${tab.textContent}${tab.getAttribute('aria-selected') === 'true' ? '*' : ''}`);
/** Returns the text that the chosen tab controls. */
const controlled = () => {
  const id = screen.getByRole('tab', { selected: true }).getAttribute('aria-controls') ?? '';
  return document.getElementById(id)?.textContent;
};
const choose = (name: string) => userEvent.click(screen.getByRole('tab', { name }));

test('is closed in a new room, and has the notes alone while no question is shown', () => {
  const { panes } = open();
  expect(screen.queryByRole('tab')).toBeNull();
  act(() => panes.showNotes());
  expect(tabs()).toEqual(['Notes*']);
  expect(screen.getByText('My lines')).toBeTruthy();
});

test('opens a shown question, and moves between the questions and the notes', async () => {
  const { showQuestions, request } = open();
  showQuestions();
  expect(tabs()).toEqual(['Question 1*', 'Question 2', 'Notes']);
  await choose('Question 2');
  expect(screen.getByText('Text 2')).toBeTruthy();
  vi.spyOn(performance, 'now').mockReturnValue(Infinity);
  await userEvent.click(screen.getByRole('button', { name: 'Hide for all' }));
  expect(request).toHaveBeenCalledWith('question:hide', { id: 'q-2' });
  expect(controlled()).toBe('Text 2');
  await choose('Notes');
  expect(tabs()).toEqual(['Question 1', 'Question 2', 'Notes*']);
  expect(controlled()).toBe('My lines');
  expect(screen.queryByRole('button', { name: 'Hide for all' })).toBeNull();
  await choose('Question 2');
  expect(screen.queryByText('My lines')).toBeNull();
});

test('hides one question at a double click, and the next one at a later press', async () => {
  const { showQuestions, request, store } = open();
  request.mockImplementation((_name, payload) => {
    const { id } = payload as { id: string };
    store.set({ questions: QUESTIONS.filter((one) => one.id !== id), front: 'q-2', reports: [] });
    return Promise.resolve({ ok: true });
  });
  showQuestions();
  const hide = () => screen.getByRole('button', { name: 'Hide for all' });
  await userEvent.dblClick(hide());
  expect(request.mock.calls).toEqual([['question:hide', { id: 'q-1' }]]);
  vi.spyOn(performance, 'now').mockReturnValue(Infinity);
  await userEvent.click(hide());
  expect(request).toHaveBeenLastCalledWith('question:hide', { id: 'q-2' });
});

test('keeps notes that are being written in front of a question that comes', () => {
  const { showQuestions, panes } = open();
  act(() => panes.showNotes());
  showQuestions();
  expect(tabs()).toEqual(['Question 1', 'Question 2', 'Notes*']);
});

test('closes, and offers the question again', async () => {
  const { showQuestions, closed, panes } = open();
  showQuestions();
  await userEvent.click(screen.getByRole('button', { name: 'Close side panel' }));
  expect(closed).toHaveBeenCalled();
  act(() => panes.hide('question'));
  expect(screen.queryByRole('tab')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show the question' }));
  expect(tabs()).toEqual(['Question 1*', 'Question 2', 'Notes']);
});
