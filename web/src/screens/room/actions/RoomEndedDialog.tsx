import { copyCode } from '../../../shared/device/copy-text.ts';
import { Button } from '../../../shared/ui/form/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { downloadCode } from './download-code.ts';

export interface RoomEndedDialogProps {
  message: string;
  /** The code as this person has it. */
  code: string;
  /** Its language; decides how a downloaded file ends. */
  language: string;
  /** Some of it never reached the server. */
  isUnsaved: boolean;
  onLeave: () => void;
}

/** Says that the interview is over, and offers the code before leaving. */
export function RoomEndedDialog({ message, code, language, isUnsaved, onLeave }: RoomEndedDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Session Ended"
      actions={
        <>
          <Button look="primary" autoFocus onClick={onLeave}>
            OK
          </Button>
          {code !== '' && (
            <>
              <Button onClick={() => downloadCode(code, language)}>Download code</Button>
              <Button look="quiet" onClick={() => void copyCode(code)}>
                Copy code
              </Button>
            </>
          )}
        </>
      }
    >
      <p>{message}</p>
      {isUnsaved && <p>Your last lines did not arrive in time. Copy or download the code to keep them.</p>}
    </Dialog>
  );
}
