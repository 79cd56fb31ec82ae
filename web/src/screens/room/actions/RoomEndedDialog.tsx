import { useState } from 'react';
import { downloadCode } from '../../../features/documents/editor/download-code.ts';
import { wholeCode } from '../../../shared/code/code-copy.ts';
import type { CodeCopy } from '../../../shared/code/code-copy.ts';
import { copyCode } from '../../../shared/ui/feedback/copy-code.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';

/** The four buttons of a candidate fit one line. */
const WIDTH_PX = 520;

export interface RoomEndedDialogProps {
  message: string;
  /** The next step; null if there is none. */
  next?: string | null;
  /** The place of the code that was put aside; null if there is none. */
  aside?: string | null;
  /** The user's own copy of the code. */
  copy: CodeCopy;
  /** True if some edits never reached the server. */
  isUnsaved: boolean;
  /** With `hasTaken`, the user has copied or downloaded the code. */
  onLeave: (hasTaken: boolean) => void;
  /** Opens the candidate's receipt. */
  onReceipt?: (() => void) | undefined;
}

/**
 * Shows that the interview is over, and offers the code first, because leaving closes the only copy that a candidate
 * has.
 */
export function RoomEndedDialog({
  message,
  next = null,
  aside = null,
  copy,
  isUnsaved,
  onLeave,
  onReceipt,
}: RoomEndedDialogProps) {
  const code = wholeCode(copy);
  const hasCode = code !== '';
  const [hasTaken, setTaken] = useState(false);
  const download = () => {
    setTaken(true);
    void downloadCode(copy);
  };
  return (
    <Dialog
      role="alertdialog"
      title="Session Ended"
      inOrder
      width={WIDTH_PX}
      actions={
        <>
          {hasCode && (
            <Button look="primary" autoFocus onClick={download}>
              Download code
            </Button>
          )}
          {onReceipt && (
            <Button look="secondary" onClick={onReceipt}>
              Receipt
            </Button>
          )}
          {hasCode && (
            <Button look="quiet" onClick={() => void copyCode(code).then((isCopied) => isCopied && setTaken(true))}>
              Copy code
            </Button>
          )}
          <Button look={hasCode ? 'secondary' : 'primary'} autoFocus={!hasCode} onClick={() => onLeave(hasTaken)}>
            OK
          </Button>
        </>
      }
    >
      <p>{message}</p>
      {next !== null && <p>{next}</p>}
      {aside !== null && <p>{aside}</p>}
      {isUnsaved && <p>Your last lines didn’t sync in time. Copy or download the code to keep them.</p>}
    </Dialog>
  );
}
