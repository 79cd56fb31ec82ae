import type { Account } from '@cip/contracts/accounts/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { signInsQuery } from '../../features/auth/account-security.calls.ts';
import { isManager, roleOf, useAccount, useAccountStore } from '../../features/auth/useAccount.ts';
import { AuditLog } from '../../features/company/AuditLog.tsx';
import { MailSection } from '../../features/company/MailSection.tsx';
import { PasswordForm } from '../../features/company/PasswordForm.tsx';
import { PreferencesForm } from '../../features/company/PreferencesForm.tsx';
import { ProfileForm } from '../../features/company/ProfileForm.tsx';
import { RuleForm } from '../../features/company/RuleForm.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { useOpenSection } from '../../features/company/useOpenSection.ts';
import { VisibilityForm } from '../../features/company/VisibilityForm.tsx';
import { useReachability } from '../../shared/api/reachability.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { LeaveGuard } from '../../shared/ui/overlay/LeaveGuard.tsx';
import { useHistoryLocation } from '../../shared/use-history-location.ts';
import { CalendarSection } from './CalendarSection.tsx';
import { DataSections } from './DataSections.tsx';
import { EngineSection } from './EngineSection.tsx';
import { IntegrationSections } from './IntegrationSections.tsx';
import { PlanSection } from './PlanSection.tsx';
import { SectionList } from './SectionList.tsx';
import { OwnSecurity, TeamSecurity } from './SecuritySections.tsx';
import styles from './settings.module.css';

/** All sections of the settings that the account may use, in groups, with their list. */
export function Sections() {
  const account = useAccount();
  const store = useAccountStore();
  const company = isManager(account) ? account.company : null;
  const role = roleOf(account);
  const owner = role === 'owner';
  const form = { reload: async () => (await store.refresh()).company, onSaved: store.replaceCompany };
  const isSeen = useSeenOnline();
  useSectionOfAddress();
  return (
    <div className={styles.columns}>
      <LeaveGuard />
      <SectionList role={role} ways={account.sign_in} hasMail={account.company.mail !== undefined} />
      <div className={styles.sections}>
        {!isSeen && <Notice tone="info">More settings can be seen online.</Notice>}
        {company && (
          <Group title="Company">
            <ProfileForm {...{ company, owner }} {...form} />
            <VisibilityForm company={company} onSaved={store.replaceCompany} />
            {owner && <PlanSection company={company} />}
            {owner && <MailSection company={company} />}
            {owner && isSeen && <EngineSection />}
            {isSeen && <DataSections company={company} owner={owner} />}
          </Group>
        )}
        <Group title="You">
          <SignInSection account={account} />
          {isSeen && <OwnSecurity />}
          {company && <PreferencesForm company={company} {...form} />}
          {isSeen && role !== 'coordinator' && <CalendarSection />}
        </Group>
        {company && (
          <Group title="Team rules">
            <RuleForm company={company} {...form} />
            {isSeen && <TeamSecurity company={company} />}
          </Group>
        )}
        {company && isSeen && (
          <Group title="Developer">
            {owner && <IntegrationSections />}
            <SettingsSection title="Activity" text="A log of the past year.">
              <AuditLog />
            </SettingsSection>
          </Group>
        )}
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h2>{title}</h2>
      {children}
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

/**
 * Returns true once the page was online, so that sections which need the server can be shown. They stay, also offline,
 * because the user may be typing.
 */
function useSeenOnline(): boolean {
  const isAway = useReachability() !== 'online';
  const [isSeen, setSeen] = useState(!isAway);
  if (!isSeen && !isAway) setSeen(true);
  return isSeen;
}

/** Scrolls to the section that the address names, because it was not there when the router looked. */
function useSectionOfAddress() {
  const hash = useHistoryLocation().hash.slice(1);
  const isAlone = useOpenSection() !== undefined;
  useEffect(() => {
    // Alone, a section begins below the title.
    if (hash !== '' && !isAlone) document.getElementById(hash)?.scrollIntoView();
  }, [hash, isAlone]);
}
