import { encodeFrame } from '@cip/contracts/playback/playback-format';
import type { PlaybackEdit, PlaybackEvent } from '@cip/contracts/playback/playback';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { aCompany, aPlaybackHead } from '../../testing/examples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PlaybackScreen } from './PlaybackScreen.tsx';

// jsdom cannot lay out an editor.
vi.mock('./PlaybackCode.tsx', () => ({
  PlaybackCode: ({ text, language, last }: { text: string; language: string; last: { name: string } | null }) => (
    <pre aria-label="Text" data-language={language} data-by={last?.name}>
      {text}
    </pre>
  ),
}));

const started = vi.hoisted((): unknown[] => []);
vi.mock('../../features/runs/device/local-execution.ts', () => ({
  LocalExecution: class {
    start = (program: unknown) => void started.push(program);
    discard = () => undefined;
  },
}));

const SECOND_MS = 1_000;
const MAIN = { root: 'code', name: 'main.py', content: 'print(total)\n' };
const CART = { root: 'code2', name: 'cart.ts', content: 'a\nb\nc\nd\n' };

function edits(): PlaybackEdit[] {
  const doc = new Y.Doc();
  const list: PlaybackEdit[] = [];
  doc.on('update', (bytes: Uint8Array) => {
    const id = list.length + 1;
    list.push({ id, at: id * 10 * SECOND_MS, by: id % 2, bytes });
  });
  doc.getText('code').insert(0, 'print()\n');
  doc.getText('code2').insert(0, 'a\nb\nc\n');
  doc.getText('code').insert(6, 'total');
  doc.getText('code2').insert(6, 'd\n');
  return list;
}

const event = (kind: string, s: number) =>
  ({ at: s * SECOND_MS, by: 1, kind, data: { root: CART.root, name: CART.name } }) as PlaybackEvent;
const EVENTS = [event('file_created', 15), event('file_deleted', 50), event('file_restored', 60)];

async function open({ wide = false, page = false } = {}) {
  const participants = [
    { name: 'Ines', type: 'interviewer' as const },
    { name: 'Ada', type: 'candidate' as const },
  ];
  const firstLanguage = page ? 'html' : 'python';
  const files = [{ ...MAIN, name: page ? 'main.html' : MAIN.name }, CART];
  const head = aPlaybackHead({ participants, editCount: 4, text: MAIN.content, firstLanguage, files });
  const bytes = Uint8Array.from([
    ...encodeFrame({ kind: 'head', head }),
    ...encodeFrame({ kind: 'events', events: EVENTS }),
    ...encodeFrame({ kind: 'edits', edits: edits() }),
    ...encodeFrame({ kind: 'end' }),
  ]);
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/playback')) return new Response(bytes);
    return Response.json(url.endsWith('/scorecards') ? { own: null, cards: [], criteria: [] } : { company: aCompany });
  });
  // jsdom answers every media query alike: a wide screen, or a phone.
  await renderScreen(<PlaybackScreen interviewId="i-1" />, { wide });
  await screen.findByLabelText('Text');
}

const seek = async (s: number) =>
  fireEvent.change(await screen.findByRole('slider', { name: 'Timeline' }), {
    target: { value: String(s * SECOND_MS) },
  });
const text = () => screen.getByLabelText('Text');
const tabs = () => within(screen.getByRole('tablist', { name: 'Files' })).getAllByRole('tab');
const shown = () => tabs().map((tab) => `${tab.getAttribute('aria-selected') === 'true' ? '>' : ''}${tab.textContent}`);

beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  location.hash = '';
  Element.prototype.scrollIntoView = () => undefined;
});

test('shows the files of each moment, and follows the one in which something happens', async () => {
  await open();
  await seek(10);
  expect(shown()).toEqual(['>main.py']);
  await seek(15);
  expect(shown()).toEqual(['main.py', '>cart.ts']);
  await seek(20);
  expect([text().textContent, text().dataset]).toMatchObject(['a\nb\nc\n', { language: 'typescript', by: 'Ines' }]);
  await seek(30);
  expect(shown()).toEqual(['>main.py', 'cart.ts']);
  expect([text().textContent, text().dataset]).toMatchObject(['print(total)\n', { language: 'python', by: 'Ada' }]);
  await seek(50);
  expect(shown()).toEqual(['>main.py']);
  await seek(60);
  expect(shown()).toEqual(['main.py', '>cart.ts']);
  expect(text().textContent).toBe(CART.content);
  fireEvent.keyDown(document.body, { key: ',' });
  expect(shown()).toEqual(['>main.py', 'cart.ts']);
});

test('stays in the chosen file until a moment of another one is opened', async () => {
  await open();
  await seek(30);
  await userEvent.click(screen.getByRole('tab', { name: 'cart.ts' }));
  expect([text().textContent, text().dataset['by']]).toEqual(['a\nb\nc\n', 'Ines']);
  const follow = screen.getByRole('switch', { name: 'Follow edits' });
  expect(follow).toHaveProperty('checked', false);
  await seek(10);
  expect(shown()).toEqual(['>main.py']);
  await seek(31);
  expect(shown()).toEqual(['main.py', '>cart.ts']);
  await userEvent.click(screen.getByRole('tab', { name: 'main.py' }));
  await userEvent.click(screen.getByRole('link', { name: /3 lines at once in cart\.ts/ }));
  expect(shown()).toEqual(['main.py', '>cart.ts']);
  expect(follow).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('tab', { name: 'main.py' }));
  await userEvent.click(follow);
  expect(shown()).toEqual(['main.py', '>cart.ts']);
});

test('moves between the files by arrow keys without moving in time', async () => {
  await open();
  await seek(30);
  screen.getByRole('tab', { name: 'main.py' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toEqual(['main.py', '>cart.ts']);
  expect(screen.getByRole('slider', { name: 'Timeline' })).toHaveProperty('value', String(30 * SECOND_MS));
});

test.each([
  ['all files of a moment', 30, [MAIN, { ...CART, content: 'a\nb\nc\n' }]],
  ['the first file if the other is deleted', 50, undefined],
])('runs %s', async (_name, s, files) => {
  await open();
  await seek(s);
  await userEvent.click(screen.getByRole('button', { name: 'Run here' }));
  const named = files?.map(({ name, content }) => ({ name, content }));
  expect(started.at(-1)).toMatchObject({ language: 'python', code: MAIN.content });
  expect(started.at(-1)).toHaveProperty('files', named);
  await seek(40);
  expect(screen.getByText(', of another moment')).toBeTruthy();
});

test('lists the files on a phone', async () => {
  await open({ wide: true });
  await seek(20);
  const list = within(screen.getByRole('list', { name: 'Files' }));
  expect(list.getByRole('button', { name: 'cart.ts' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click(list.getByRole('button', { name: 'main.py' }));
  expect(text().textContent).toBe('print()\n');
});

test('prints every file of the end with its name', async () => {
  await open();
  fireEvent(window, new Event('beforeprint'));
  const printed = within(screen.getByRole('article'));
  const sections = [MAIN, CART].map(({ name }) => printed.getByRole('heading', { name, level: 3 }).parentElement);
  expect(sections.map((section) => section?.querySelector('pre')?.textContent)).toEqual([MAIN.content, CART.content]);
});

const shownPages = vi.hoisted((): unknown[][] => []);
vi.mock('../../features/runs/preview/preview.ts', async () => {
  const { createAtom } = await import('@tanstack/store');
  return {
    Preview: class {
      store = createAtom({ isOffered: true, phase: 'shown', of: '', why: '', console: '' });
      attach = () => undefined;
      refresh = (...given: unknown[]) => void shownPages.push(given);
    },
  };
});

test('offers no preview of files that make no page', async () => {
  await open();
  await seek(30);
  expect(screen.queryByRole('button', { name: 'Show preview' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Run here' })).toBeTruthy();
});

test('shows the page of a moment when a person asks, and the next one when they refresh', async () => {
  await open({ page: true });
  await seek(10);
  expect(screen.queryByRole('button', { name: 'Run here' })).toBeNull();
  expect(shownPages).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show preview' }));
  const refresh = await screen.findByRole('button', { name: 'Refresh' });
  const page = { name: 'main.html', content: 'print()\n' };
  expect(shownPages).toEqual([[[page], '0:10']]);
  await seek(30);
  expect(shownPages).toHaveLength(1);
  await userEvent.click(refresh);
  const style = { name: CART.name, content: 'a\nb\nc\n' };
  expect(shownPages[1]).toEqual([[{ ...page, content: MAIN.content }, style], '0:30']);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the code' }));
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show preview' }));
});
