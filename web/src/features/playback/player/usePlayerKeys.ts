import { useEffect } from 'react';
import type { Player } from './player.ts';

/** Elements that use the keys themselves. */
const FIELDS = 'input:not([type=range]), textarea, select, [role=menu], [role=dialog], dialog';
const PRESSED = `${FIELDS}, button, a, [role=button]`;

/** Plays by keyboard: space, arrows for five seconds, with shift for moments, comma and period for one edit. */
export function usePlayerKeys(player: Player): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isIn = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null;
      if (isIn(event.key === ' ' ? PRESSED : FIELDS) || !act(player, event)) return;
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
  else return false;
  return true;
}
