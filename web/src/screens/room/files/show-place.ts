import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { showFile } from './show-file.ts';

/** Shows a line of the file with a name; without a line, its beginning. */
export function showPlace(room: EditorRoom, name: string, line: number | null): void {
  const file = room.connection.store.get().files.files.find((each) => each.name === name);
  if (file) showFile(room, file.root, (editor) => editor.goTo(line ?? 1, null));
  else toast('bad', `${name} is no longer here.`);
}
