import { useEffect } from 'react';
import type { HelpedKey } from '../../../shared/ui/overlay/KeyHelpDialog.tsx';
import type { Player } from './player.ts';

const TENTHS = 10;

/** Elements that use the keys themselves. */
const FIELDS = 'input:not([type=range], [type=radio]), textarea, select, [role=menu], [role=dialog], dialog';
/** Elements that use the space too. */
const PRESSED = `${FIELDS}, button, summary, [role=button]`;
/** Elements that use the arrows too. */
const STEPPED = `${FIELDS}, [type=radio], [role=tab]`;

function usersOf(key: string): string {
  if (key === ' ') return PRESSED;
  return ['ArrowLeft', 'ArrowRight'].includes(key) ? STEPPED : FIELDS;
}

/** The keys, for users. */
export const PLAYER_KEYS: readonly HelpedKey[] = [
  ['Space', 'Play or pause'],
  ['← →', 'Five seconds back or ahead'],
  ['Shift+← →', 'The moment before or after'],
  [', .', 'One edit back or ahead'],
  ['0 – 9', 'Tenths of the recording'],
  ['?', 'This list'],
];

/** Plays by keyboard. */
export function usePlayerKeys(player: Player): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isUsed = event.target instanceof Element && event.target.closest(usersOf(event.key)) !== null;
      if (isUsed || !act(player, event)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [player]);
}

function act(player: Player, { key, shiftKey }: KeyboardEvent): boolean {
  if (key === ' ') player.toggle();
  else if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const direction = key === 'ArrowRight' ? 1 : -1;
    if (shiftKey) player.toMoment(direction);
    else player.jump(direction);
  } else if (key === '.') player.step(1);
  else if (key === ',') player.step(-1);
  else if (/^\d$/.test(key)) player.toShare(Number(key) / TENTHS);
  else return false;
  return true;
}
