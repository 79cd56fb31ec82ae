import type { RoomFile } from '@cip/contracts/rooms/files';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { TextField } from '../../../shared/ui/form/TextField.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { EditorRoom } from '../live/editor-room.ts';
import { createFile, renameFile } from './file-acts.ts';
import { showFile } from './show-file.ts';

interface FileDialogProps {
  room: EditorRoom;
  /** The file that gets another name; null for a new file. */
  file: RoomFile | null;
  onClose: () => void;
}

/** Asks for the name of a file, and renames it or creates it. */
export function FileDialog({ room, file, onClose }: FileDialogProps) {
  const [name, setName] = useState(file?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // A second press after a lost reply creates no second file.
  const [id] = useState(newOperationId);
  const [tried, setTried] = useState<string>();
  const submit = async () => {
    const wanted = name.trim();
    if (file) return renameFile(room, { root: file.root, name: wanted });
    setTried(wanted);
    const created = await createFile(room, { id, name: wanted, isRepeated: wanted === tried });
    if ('problem' in created) return created.problem;
    // Closed first, because the focus returns then.
    flushSync(onClose);
    showFile(room, created.root, (editor) => editor.focus());
    return null;
  };
  const save = async () => {
    setBusy(true);
    const refused = await submit();
    if (refused === null) return onClose();
    setProblem(refused);
    setBusy(false);
  };
  return (
    <Dialog
      title={file ? `Rename ${file.name}` : 'New file'}
      width={420}
      onClose={onClose}
      busy={isBusy}
      onSubmit={() => !isBusy && void save()}
      actions={
        <>
          <Button type="submit" look="primary" busy={isBusy}>
            {file ? 'Rename' : 'Create'}
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        error={problem}
        help="With its extension, such as utils.py or lib/utils.py."
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
      />
    </Dialog>
  );
}
