/** The code of a key that an input method has used. */
const USED = 229;

/**
 * Returns true if an input method uses a key, for example to choose a word; such a key is not a command. Safari ends
 * the composition before it reports the key, which then differs only in its code.
 */
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === USED;
}
