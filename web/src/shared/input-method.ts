/** The code of a key that an input method has used. */
const USED = 229;

/**
 * Returns whether a key chooses among the words of an input method: it is no command then. Safari ends the composition
 * before it reports such a key, and only its code tells.
 */
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === USED;
}
