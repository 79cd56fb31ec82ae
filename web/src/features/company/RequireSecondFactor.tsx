import type { Company } from '@cip/contracts/company';
import { useState } from 'react';
import { messageOf } from '../../shared/api/api-error.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { saveSecurity } from './company.calls.ts';
import type { CompanyFormProps } from './ProfileForm.tsx';

/** Renders the owner's switch that requires a second factor of everyone in the company. */
export function RequireSecondFactor({ company, onSaved }: CompanyFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState<Company['requires_second_factor'] | null>(null);
  const save = async (requires_second_factor: boolean) => {
    setProblem(null);
    setPending(requires_second_factor);
    try {
      onSaved(await saveSecurity({ requires_second_factor }));
    } catch (error) {
      setProblem(messageOf(error, 'Failed to save this setting'));
    } finally {
      setPending(null);
    }
  };
  return (
    <>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <SwitchField
        label="Require It of Everyone"
        help="Whoever has not set it up does so at the next sign-in. Running interviews go on."
        checked={pending ?? company.requires_second_factor}
        onChange={(checked) => {
          if (pending === null) void save(checked);
        }}
      />
    </>
  );
}
