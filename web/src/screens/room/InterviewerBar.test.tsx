import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anInterview, aRoomState } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { InterviewerBar } from './InterviewerBar.tsx';
import type { RoomActions } from './InterviewerBar.tsx';

const nothing = () => undefined;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['enter', 'Typing mode: On Enter only. Switch to Realtime (each key)', 'instant'],
  ['instant', 'Typing mode: Realtime (each key). Switch to On Enter only', 'enter'],
] as const)('on a phone the menu says that the typing mode is %s, and what a tap does', async (mode, label, other) => {
  const changeTypingMode = vi.fn<RoomActions['changeTypingMode']>();
  const actions: RoomActions = {
    copy: nothing,
    share: nothing,
    showCode: nothing,
    save: nothing,
    end: nothing,
    settings: nothing,
    changeTypingMode,
    changeLanguage: nothing,
    colorOf: () => 'red',
    actionsOf: () => [],
    isChiming: true,
    toggleChime: nothing,
  };
  serveApi({});
  const interview = { ...anInterview({}), code_editor_data: [] };
  // Every media query matches, that of a phone among them.
  const state = aRoomState({ typingMode: mode });
  await renderScreen(<InterviewerBar interview={interview} state={state} actions={actions} />);
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: label }));
  expect(changeTypingMode).toHaveBeenCalledWith(other);
});
