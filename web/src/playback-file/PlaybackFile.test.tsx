import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_EXTRAS, Recording } from '../features/playback/replay/recording.ts';
import { aPlaybackHead } from '../testing/examples.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { FileGuard } from './FileGuard.tsx';
import { PlaybackFile } from './PlaybackFile.tsx';

beforeEach(() => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  location.hash = '';
  vi.unstubAllGlobals();
});

/** A recording whose only letter comes at 1.24 s. */
function recorded(): Recording {
  const recording = new Recording(aPlaybackHead({ editCount: 1, participants: [{ name: 'Ada', type: 'candidate' }] }));
  recording.add({ id: 1, at: 1_240, by: 0, changes: [[0, 0, 'x']] });
  return Recording.from(recording.toData(NO_EXTRAS));
}

async function open(recording: Promise<Recording>): Promise<void> {
  const page = (
    <FileGuard>
      <Suspense>
        <PlaybackFile recording={recording} />
      </Suspense>
    </FileGuard>
  );
  await renderScreen(page, { wide: false });
}

const code = () => screen.getByRole('region', { name: 'Code of this moment' }).textContent;
const shows = (text: string) => waitFor(() => expect(code()).toContain(text));

test('opens the exact moment of a link in the file', async () => {
  location.hash = '#t=1.24';
  await open(Promise.resolve(recorded()));
  await shows('x');
  location.hash = '#t=1';
  fireEvent(window, new HashChangeEvent('hashchange'));
  await waitFor(() => expect(code()).not.toContain('x'));
});

test('shows the files of a recording, and follows the one in which something happens', async () => {
  const recording = new Recording(aPlaybackHead({ editCount: 2, participants: [{ name: 'Ada', type: 'candidate' }] }));
  const file = { root: 'code2', name: 'cart.ts' };
  recording.events.push({ at: 1_000, by: 0, kind: 'file_created', data: file });
  recording.add({ id: 1, at: 500, by: 0, changes: [[0, 0, 'in main']] });
  recording.add({ id: 2, at: 2_000, by: 0, changes: [[0, 0, 'in cart', file.root]] });
  location.hash = '#t=2';
  await open(Promise.resolve(Recording.from(JSON.parse(JSON.stringify(recording.toData(NO_EXTRAS))))));
  await shows('in cart');
  expect(screen.getByRole('tab', { name: 'cart.ts' }).getAttribute('aria-selected')).toBe('true');
  fireEvent.click(screen.getByRole('tab', { name: 'main.py' }));
  await shows('in main');
});

test('says that a file cannot be played where its recording is damaged', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await open(Promise.reject(new SyntaxError('Unexpected end of JSON input')));
  expect((await screen.findByRole('alert')).textContent).toMatch(/stopped.*Open the file again.*damaged/);
});

test('says that playing stopped where a part of the player throws later', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  class Fragile extends Component<{ isBroken: boolean }> {
    override render(): ReactNode {
      if (this.props.isBroken) throw new Error('broken');
      return <p>Played</p>;
    }
  }
  const guarded = (isBroken: boolean) => (
    <FileGuard>
      <Fragile isBroken={isBroken} />
    </FileGuard>
  );
  const { rerender } = render(guarded(false));
  rerender(guarded(true));
  expect(screen.queryByText('Played')).toBe(null);
  expect(screen.getByRole('heading', { name: 'This playback stopped' })).toBeTruthy();
});
