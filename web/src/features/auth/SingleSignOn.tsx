import type { CompanySingleSignOn } from '@cip/contracts/accounts/single-sign-on';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import type { Outcome } from '../../shared/form/use-action.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import styles from './provider.module.css';
import { companySingleSignOnQuery, saveOpenDomain } from './single-sign-on.calls.ts';

/** How the company signs in with the provider, with the owner's switch for new people of their email domain. */
export function SingleSignOn() {
  const query = useQuery(companySingleSignOnQuery);
  const hasFailed = useFailure(query);
  if (query.data) return <Setting data={query.data} />;
  if (hasFailed) return <LoadFailed query={query}>Failed to load this setting</LoadFailed>;
  return <Skeleton rows={2} height={48} />;
}

function Setting({ data }: { data: CompanySingleSignOn }) {
  const { provider, passwords, domain, offered_domain: offered } = data;
  const named = domain ?? offered;
  return (
    <div className={styles.provider}>
      <p>
        {passwords === 'all'
          ? `Everyone may sign in with ${provider} or with a password.`
          : `Everyone signs in with ${provider}. Passwords work only for owners with two-step sign-in.`}
      </p>
      {named === null ? (
        <p>New people join when you add them under Interviewers.</p>
      ) : (
        <DomainSwitch domain={named} isOpen={domain !== null} />
      )}
    </div>
  );
}

function DomainSwitch({ domain, isOpen }: { domain: string; isOpen: boolean }) {
  const queries = useQueryClient();
  const [shown, report] = useState<Outcome | null>(null);
  const { input: pending, start } = useAction({
    run: async (isOn: boolean) =>
      queries.setQueryData(companySingleSignOnQuery.queryKey, await saveOpenDomain(isOn ? domain : null)),
    failure: () => 'Failed to save this setting',
    report,
  });
  return (
    <>
      {shown && <Notice tone="bad">{shown.text}</Notice>}
      <SwitchField
        label={`Let everyone at ${domain} join`}
        help="They become interviewers when they first sign in, while your plan has room."
        checked={pending ?? isOpen}
        onChange={(checked) => {
          if (pending === null) start(checked);
        }}
      />
    </>
  );
}
