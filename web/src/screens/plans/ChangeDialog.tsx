import type { Plan } from '@cip/contracts/billing';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';

export interface ChangeDialogProps {
  plan: Plan;
  /** What the change means. */
  text: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Says what a change of a paid plan means before it is made. */
export function ChangeDialog({ plan, text, onConfirm, onCancel }: ChangeDialogProps) {
  return (
    <Dialog
      title={`Change to ${plan.name}?`}
      onClose={onCancel}
      actions={
        <>
          <Button look="primary" onClick={onConfirm}>
            Change plan
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Not now
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
