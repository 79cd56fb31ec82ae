import type { Interview } from '@cip/contracts/interviews/interviews';
import { useState } from 'react';
import { call } from '../../../shared/api/api-client.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { RuleDialog } from '../RuleDialog.tsx';

interface RuleChangeProps {
  interview: Interview;
  onChanged: () => Promise<unknown>;
}

/** Renders the button that changes the rules of a scheduled interview, and its dialog. */
export function RuleChange({ interview, onChanged }: RuleChangeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
        Change rules
      </Button>
      {isOpen && (
        <RuleDialog
          rules={{ rule: interview.rule ?? null, completion: interview.completion ?? 'off' }}
          help="Shown to candidates before they join."
          save={async (changed) => {
            await call('PATCH /interview-sessions/:id', { params: { id: interview.id }, body: changed });
            await onChanged();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
