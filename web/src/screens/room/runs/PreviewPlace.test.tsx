import { createAtom } from '@tanstack/store';
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { EditorRoom } from '../live/editor-room.ts';
import { RoomPanes } from '../live/room-panes.ts';
import { PreviewPlace } from './PreviewPlace.tsx';

vi.mock('../../../features/runs/preview/PreviewPane.tsx', () => ({ PreviewPane: () => 'Preview' }));

test('gives the place of a preview that is no longer offered back to the code', () => {
  const panes = new RoomPanes({ matches: true, addEventListener: () => undefined });
  panes.showPreview();
  const store = createAtom({ isOffered: true });
  const room = { panes, runs: createAtom({ preview: { store } }) } as unknown as EditorRoom;
  const { container } = render(<PreviewPlace room={room} />);
  expect([container.textContent, panes.store.get().cover]).toEqual(['Preview', 'preview']);
  act(() => store.set({ isOffered: false }));
  expect([container.textContent, panes.store.get().cover]).toEqual(['', null]);
});
