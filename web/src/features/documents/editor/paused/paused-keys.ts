type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  getModifierState(key: 'AltGraph'): boolean;
};

/** The effect of a key in the input of a paused editor; `type` is left to the browser. */
export type PausedAction = 'type' | 'open' | 'keep' | 'discard' | 'forward' | 'leave';

/** Keys that no handler may touch, because they are held or belong to an input method. */
const SILENT = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Compose',
  'Unidentified',
]);
/** Keys that change a text and type nothing. */
const CHANGING = new Set(['Backspace', 'Delete']);
/** Vim's commands that begin to insert. */
const INSERTING = /^[iIaAoOsScCR]$/;

/** Returns the action of a key; `isOpen` if the input shows, `isCommanding` if letters are commands of the editor. */
export function actionOf(key: Key, { isOpen, isCommanding }: { isOpen: boolean; isCommanding: boolean }): PausedAction {
  if (SILENT.has(key.key)) return 'type';
  const isCommand = (key.ctrlKey || key.metaKey) && !key.getModifierState('AltGraph');
  if (isOpen) {
    if (key.key === 'Enter' && !isCommand) return 'keep';
    return key.key === 'Escape' ? 'discard' : 'type';
  }
  if (key.key === 'Tab') return 'leave';
  const isPaste = (isCommand && key.key.toLowerCase() === 'v') || key.key === 'Insert';
  if (isPaste) return 'type';
  if (isCommanding && !isCommand) return INSERTING.test(key.key) ? 'open' : 'forward';
  if (CHANGING.has(key.key)) return 'open';
  const isText = !isCommand && (key.key === 'Enter' || [...key.key].length === 1);
  return isText ? 'type' : 'forward';
}
