import type { Page } from '@playwright/test';
import type { Random } from '../../testkit/random.ts';

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
/** Comments and empty lines, which change how the rest of the code is parsed. */
const WORDS = ['/*', '*/', '// ', '\n\n', 'if (a) {\n'] as const;
const KINDS = [LETTERS, LETTERS, BRACKETS, BREAKS, MOVES, COMMANDS, WORDS] as const;

/** The clipboard that `Control+v` pastes. */
export const CLIPBOARD = 'function f(a) {\n  /* b\n\n */\n}\n';

/** Presses random keys in the focused editor: letters, brackets, moves, commands and pasted text. */
export async function pressRandomKeys(page: Page, random: Random, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const kind = random.pick(KINDS);
    if (kind === WORDS) await page.keyboard.type(random.pick(WORDS));
    else await page.keyboard.press(random.pick<string>(kind));
  }
}
