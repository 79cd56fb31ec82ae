import { useAction } from '../../shared/form/use-action.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { useOutcome } from './useOutcome.ts';
import { saveSecurity } from './company.calls.ts';
import type { CompanyFormProps } from './ProfileForm.tsx';

/** Renders the owner's switch that requires a second factor of everyone in the company. */
export function RequireSecondFactor({ company, onSaved }: CompanyFormProps) {
  const { shown, report } = useOutcome();
  const { input: pending, start } = useAction({
    run: async (requires_second_factor: boolean) => onSaved(await saveSecurity({ requires_second_factor })),
    failure: () => 'Failed to save this setting',
    report,
  });
  return (
    <>
      {shown && <Notice tone="bad">{shown.text}</Notice>}
      <SwitchField
        label="Require for everyone"
        help="Others set it up when they next sign in, after 30 days at the latest. Running interviews continue."
        checked={pending ?? company.requires_second_factor}
        onChange={(checked) => {
          if (pending === null) start(checked);
        }}
      />
    </>
  );
}
