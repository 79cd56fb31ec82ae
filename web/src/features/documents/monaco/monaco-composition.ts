import { NativeEditContext } from 'monaco-editor/editor/browser/controller/editContext/native/nativeEditContext';

const { _updateEditContext: update } = NativeEditContext.prototype;
const composing = new WeakSet<NativeEditContext>();

/**
 * Fixes the position of a composition if a peer edits its line. Monaco gives the browser's EditContext the new text of
 * the line, but Chromium retains the old position of the composed word, so the next key replaces characters beside it.
 * Without the update the context stays as the browser knows it, and Monaco reads its offsets relative to the cursor,
 * which moves with the word.
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
