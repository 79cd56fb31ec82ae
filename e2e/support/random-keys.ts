import type { Page } from '@playwright/test';
import type { Random } from '../../verification/support/random.ts';

const LETTERS = ['a', 'e', 'f', 'i', 'n', 'x', '0', ' ', '.', ';', '='] as const;
const BRACKETS = ['{', '}', '(', ')', '[', ']', '"', "'", '`', '/', '*'] as const;
const BREAKS = ['Enter', 'Enter', 'Backspace', 'Backspace', 'Delete', 'Tab'] as const;
const MOVES = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Shift+ArrowDown'] as const;
// Without Escape: after it, Tab leaves CodeMirror.
const COMMANDS = [
  'Control+z',
  'Control+z',
  'Control+y',
  'Control+/',
  'Control+v',
  'Alt+ArrowUp',
  'Alt+ArrowDown',
  'Control+Alt+ArrowDown',
] as const;
/** Comments and empty lines, whose joining and parting changes how all that follows is read. */
const WORDS = ['/*', '*/', '// ', '\n\n', 'if (a) {\n'] as const;
const KINDS = [LETTERS, LETTERS, BRACKETS, BREAKS, MOVES, COMMANDS, WORDS] as const;

/** What the keys of `Control+v` paste. */
export const CLIPBOARD = 'function f(a) {\n  /* b\n\n */\n}\n';

/** Presses as many random keys as asked for in the editor that has the focus: what an editor's keyboard knows. */
export async function pressRandomKeys(page: Page, random: Random, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const kind = random.pick(KINDS);
    if (kind === WORDS) await page.keyboard.type(random.pick(WORDS));
    else await page.keyboard.press(random.pick<string>(kind));
  }
}
