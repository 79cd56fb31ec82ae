import { Button } from '../../shared/ui/plain/Button.tsx';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';

/** Shown while the receipt loads. */
export function ReceiptSpinner({ onBack }: { onBack: () => void }) {
  return (
    <PageSpinner>
      <Button look="quiet" onClick={onBack}>
        Back
      </Button>
    </PageSpinner>
  );
}
