import type { Plan } from '@cip/contracts/billing/billing';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';

export interface ChangeDialogProps {
  plan: Plan;
  /** The consequences of the change. */
  text: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Shows the cost and the effects of a change of a paid plan, before it is made. */
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
