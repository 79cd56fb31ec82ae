import { NativeEditContext } from 'monaco-editor/editor/browser/controller/editContext/native/nativeEditContext';

const { _updateEditContext: update } = NativeEditContext.prototype;
const composing = new WeakSet<NativeEditContext>();

/**
 * Fixes where Monaco puts a word that is being composed when a peer edits its line. Monaco hands the browser's
 * EditContext the line's new text, and Chromium keeps the word's old place in it: what is composed next replaces
 * letters beside the word. Left alone, the context stays as the browser knows it, and Monaco takes what it says as
 * counted from the cursor, which moves along with the word.
 */
Object.assign(NativeEditContext.prototype, {
  _updateEditContext(this: NativeEditContext) {
    if (!composing.has(this)) update.call(this);
  },
  onCompositionStart(this: NativeEditContext) {
    composing.add(this);
    return false;
  },
  onCompositionEnd(this: NativeEditContext) {
    composing.delete(this);
    update.call(this);
    return false;
  },
});
