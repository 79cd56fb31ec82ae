import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import type { HelpedKey } from './KeyHelpDialog.tsx';
import { useLoadedDialog } from './use-loaded-dialog.ts';

/** Elements in which a question mark is text, or which have the page to themselves. */
const TYPED = 'input, textarea, select, [role=textbox], [contenteditable=true], [role=menu], dialog';

const loadDialog = async () => (await import('./KeyHelpDialog.tsx')).KeyHelpDialog;

/** Returns the list of the page's keys while it is open; a question mark outside of fields opens it. */
export function useKeyHelp(keys: readonly HelpedKey[]): ReactNode {
  const { Part: KeyHelp, open, close } = useLoadedDialog(loadDialog, 'Failed to show the keys');
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key !== '?' || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    if ((target instanceof Element && target.closest(TYPED)) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return KeyHelp && <KeyHelp keys={keys} onClose={close} />;
}
