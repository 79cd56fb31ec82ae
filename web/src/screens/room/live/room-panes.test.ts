import { expect, test } from 'vitest';
import { RoomPanes } from './room-panes.ts';

/** A window whose size changes. */
function aWindow(matches: boolean) {
  const media = Object.assign(new EventTarget(), { matches }) as MediaQueryList;
  const resize = (isSingle: boolean) => {
    Object.assign(media, { matches: isSingle });
    media.dispatchEvent(new Event('change'));
  };
  return { media, resize };
}

const cover = ({ store }: RoomPanes) => store.get().cover;

test('shows question and output beside the code in wide windows', () => {
  const panes = new RoomPanes(aWindow(false).media);
  panes.showOutput('Input');
  panes.showQuestion();
  expect(panes.store.get()).toMatchObject({ question: true, output: true, tab: 'Input', cover: null });
  panes.uncover();
  expect(panes.store.get()).toMatchObject({ question: true, output: true });
  panes.hide('question');
  panes.toggleOutput();
  expect(panes.store.get()).toMatchObject({ question: false, output: false });
});

test('keeps the notes in front of a question that the room opens, until the user chooses it', () => {
  const panes = new RoomPanes(aWindow(false).media);
  panes.showNotes();
  panes.openQuestion();
  expect(panes.store.get()).toMatchObject({ question: true, notes: true });
  panes.showQuestion();
  expect(panes.store.get()).toMatchObject({ question: true, notes: false });
});

test('keeps the notes below the code of a narrow window, whatever covers it', () => {
  const panes = new RoomPanes(aWindow(true).media);
  panes.showNotes();
  panes.showQuestion();
  panes.showOutput('Output');
  expect(panes.store.get().notes).toBe(true);
});

test('shows one pane at a time in a narrow window', () => {
  const panes = new RoomPanes(aWindow(true).media);
  panes.showQuestion();
  expect(cover(panes)).toBe('question');
  panes.showOutput('Output');
  expect(cover(panes)).toBe('output');
  panes.hide('output');
  expect(cover(panes)).toBe('question');
  panes.showOutput('Output');
  panes.showQuestion();
  expect(panes.store.get()).toMatchObject({ output: false, cover: 'question' });
  panes.uncover();
  expect(panes.store.get()).toMatchObject({ question: false, output: false, cover: null });
});

test('shows the preview beside code and output, and alone in a narrow window', () => {
  const { media, resize } = aWindow(false);
  const panes = new RoomPanes(media);
  panes.showQuestion();
  panes.showOutput('Output');
  panes.showPreview();
  expect(panes.store.get()).toMatchObject({ question: true, output: true, preview: true, cover: null });
  resize(true);
  expect(cover(panes)).toBe('preview');
  panes.showOutput('Output');
  expect(panes.store.get()).toMatchObject({ preview: false, cover: 'output' });
  panes.showPreview();
  panes.uncover();
  expect(cover(panes)).toBeNull();
});

test('follows the size of the window until the visit ends', () => {
  const { media, resize } = aWindow(false);
  const visit = new AbortController();
  const panes = new RoomPanes(media, visit.signal);
  panes.showQuestion();
  resize(true);
  expect(cover(panes)).toBe('question');
  resize(false);
  expect(cover(panes)).toBeNull();
  visit.abort();
  resize(true);
  expect(panes.store.get().isSingle).toBe(false);
});
