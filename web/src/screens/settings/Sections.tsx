import type { Account } from '@cip/contracts/accounts/auth';
import type { Company } from '@cip/contracts/accounts/company';
import type { Role } from '@cip/contracts/accounts/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { signInsQuery } from '../../features/auth/account-security.calls.ts';
import { isManager, roleOf, useAccount, useAccountStore } from '../../features/auth/useAccount.ts';
import { MailSection } from '../../features/company/MailSection.tsx';
import { PasswordForm } from '../../features/company/PasswordForm.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { PreferencesForm } from '../../features/company/PreferencesForm.tsx';
import { ProfileForm } from '../../features/company/ProfileForm.tsx';
import { VisibilityForm } from '../../features/company/VisibilityForm.tsx';
import { useReachability } from '../../shared/api/reachability.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { LeaveGuard } from '../../shared/ui/overlay/LeaveGuard.tsx';
import { useHistoryLocation } from '../../shared/use-history-location.ts';
import { CalendarSection } from './CalendarSection.tsx';
import { DataSections } from './DataSections.tsx';
import { IntegrationSections } from './IntegrationSections.tsx';
import { PlanSection } from './PlanSection.tsx';
import { SectionList } from './SectionList.tsx';
import { SecuritySections } from './SecuritySections.tsx';
import styles from './settings.module.css';

/** All sections of the settings that the account may use, with their list. */
export function Sections() {
  const account = useAccount();
  const store = useAccountStore();
  const company = isManager(account) ? account.company : null;
  const role = roleOf(account);
  const owner = role === 'owner';
  const reload = async () => (await store.refresh()).company;
  useSectionOfAddress();
  return (
    <div className={styles.columns}>
      <LeaveGuard />
      <SectionList role={role} ways={account.sign_in} hasMail={account.company.mail !== undefined} />
      <div className={styles.sections}>
        {company && (
          <>
            <ProfileForm company={company} owner={owner} reload={reload} onSaved={store.replaceCompany} />
            <VisibilityForm company={company} onSaved={store.replaceCompany} />
          </>
        )}
        <SignInSection account={account} />
        {company && (
          <>
            <PreferencesForm company={company} reload={reload} onSaved={store.replaceCompany} />
            {owner && <MailSection company={company} />}
            {owner && <PlanSection company={company} />}
          </>
        )}
        <OnlyOnline company={company} role={role} />
      </div>
    </div>
  );
}

/** The user's ways to sign in: with the provider, by password, or both. */
function SignInSection({ account: { sign_in: ways } }: { account: Account }) {
  const queries = useQueryClient();
  // A new password ends the other sign-ins.
  const reloadSignIns = () => void queries.invalidateQueries({ queryKey: signInsQuery.queryKey });
  return (
    <>
      {ways?.provider && (
        <SettingsSection title="Sign-In" text="How you prove that it’s you.">
          <p>Signs in with {ways.provider}</p>
        </SettingsSection>
      )}
      {ways?.password !== false && <PasswordForm onSaved={reloadSignIns} />}
    </>
  );
}

/** The sections that need the server. They stay once shown, also offline, because the user may be typing. */
function OnlyOnline({ company, role }: { company: Company | null; role: Role }) {
  const owner = role === 'owner';
  const isAway = useReachability() !== 'online';
  const [isShown, setShown] = useState(!isAway);
  if (!isShown && !isAway) setShown(true);
  if (!isShown) return <Notice tone="info">These settings can be seen online.</Notice>;
  return (
    <>
      <SecuritySections company={company} />
      {role !== 'coordinator' && <CalendarSection />}
      {company && (
        <>
          {owner && <IntegrationSections />}
          <DataSections company={company} owner={owner} />
        </>
      )}
    </>
  );
}

/** Scrolls to the section that the address names, because it was not there when the router looked. */
function useSectionOfAddress() {
  const hash = useHistoryLocation().hash.slice(1);
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
}
