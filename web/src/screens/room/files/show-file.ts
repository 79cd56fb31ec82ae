import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { EditorRoom } from '../live/editor-room.ts';

/** Shows a file on this page, which ends following, and hands its editor to `then`. */
export function showFile({ code, editor }: EditorRoom, root: string, then?: (handle: EditorHandle) => void): void {
  const before = editor.get();
  code.follow(null);
  if (code.shown.get() === root) return void (before && then?.(before));
  code.shown.set(root);
  if (!then) return;
  const { unsubscribe } = editor.subscribe(() => {
    const handle = editor.get();
    if (!handle || handle === before) return;
    unsubscribe();
    then(handle);
  });
}
