import { useState } from 'react';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { SwitchField } from '../../../shared/ui/form/SwitchField.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { NO_EXTRAS, type Extras } from '../replay/recording.ts';

interface CopyDialogProps {
  title: string;
  confirm: string;
  /** The parts besides the recording that the copy can have. */
  available: Extras;
  onConfirm: (extras: Extras) => void;
  onClose: () => void;
}

/**
 * Lets the user choose the parts of a printed or downloaded recording besides its events; nothing more unless it is
 * chosen.
 */
export function CopyDialog({ title, confirm, available, onConfirm, onClose }: CopyDialogProps) {
  const [hasQuestions, setHasQuestions] = useState(false);
  const [hasScorecards, setHasScorecards] = useState(false);
  const chosen = {
    questions: hasQuestions ? available.questions : NO_EXTRAS.questions,
    scorecards: hasScorecards ? available.scorecards : NO_EXTRAS.scorecards,
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button look="primary" onClick={() => onConfirm(chosen)}>
            {confirm}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {available.questions.length > 0 && (
        <SwitchField
          label="With question texts"
          help="As the candidate read them, without guides and hidden tests."
          checked={hasQuestions}
          onChange={setHasQuestions}
        />
      )}
      {available.scorecards.length > 0 && (
        <SwitchField
          label="With scorecards"
          help="The submitted ones, without notes. Do not give them to the candidate."
          checked={hasScorecards}
          onChange={setHasScorecards}
        />
      )}
    </Dialog>
  );
}
