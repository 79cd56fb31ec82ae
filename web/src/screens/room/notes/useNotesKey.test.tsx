import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createAtom } from '@tanstack/store';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomPanes } from '../live/room-panes.ts';
import { useNotesKey } from './useNotesKey.ts';

function aRoom(isSmall = false) {
  const focus = () => screen.getByLabelText('Code').focus();
  const panes = new RoomPanes({ matches: isSmall, addEventListener: () => undefined });
  panes.showQuestion();
  panes.showOutput('Output');
  return { editor: createAtom({ focus }), panes } as unknown as LiveRoom;
}

interface PageProps {
  room: LiveRoom;
  isOver?: boolean;
  onOpen?: () => void;
}

/** The code, whose keys bubble no further, beside notes that come when they are opened and loaded. */
function Page({ room, isOver = false, onOpen }: PageProps) {
  const sheet = useRef<HTMLElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useNotesKey(room, sheet, isOver ? null : (onOpen ?? (() => setLoaded(true))));
  return (
    <>
      <textarea aria-label="Code" onKeyDown={(event) => event.stopPropagation()} />
      <aside ref={sheet}>{isLoaded && <textarea aria-label="Notes" autoFocus />}</aside>
    </>
  );
}

const show = (props: Partial<PageProps> = {}) => render(<Page room={aRoom()} {...props} />);

const isFocused = (label: string) => screen.queryByLabelText(label) === document.activeElement;

test('opens the notes from the code, and moves between both', async () => {
  show();
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.keyboard('{F2}');
  expect(isFocused('Notes')).toBe(true);
  await userEvent.keyboard('{F2}');
  expect(isFocused('Code')).toBe(true);
  await userEvent.keyboard('{F2}');
  expect(isFocused('Notes')).toBe(true);
});

test('types nothing into the code while the notes load', async () => {
  show({ onOpen: () => undefined });
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.keyboard('{F2}a private thought');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '');
});

test('shows the code on a phone when another pane covers it', async () => {
  const room = aRoom(true);
  expect(room.panes.store.get()).toMatchObject({ output: true, question: true });
  show({ room });
  await userEvent.keyboard('{F2}{F2}');
  expect(isFocused('Code')).toBe(true);
  expect(room.panes.store.get()).toMatchObject({ output: false, question: false });
});

test.each([
  ['with another key', '{Control>}{F2}{/Control}', {}, null],
  ['over a dialog', '{F2}', {}, <div key="dialog" role="alertdialog" aria-label="End interview" />],
  ['after the end', '{F2}', { isOver: true }, null],
] as const)('does nothing %s', async (_, keys, props, dialog) => {
  show(props);
  render(<>{dialog}</>);
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.keyboard(keys);
  expect(isFocused('Code')).toBe(true);
  expect(screen.queryByLabelText('Notes')).toBeNull();
});
