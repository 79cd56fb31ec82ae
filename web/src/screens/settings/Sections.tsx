import type { Company } from '@cip/contracts/company';
import { useEffect, useState } from 'react';
import { isOwner, useAccount, useAccountStore } from '../../features/auth/useAccount.ts';
import { PasswordForm } from '../../features/company/PasswordForm.tsx';
import { PreferencesForm } from '../../features/company/PreferencesForm.tsx';
import { ProfileForm } from '../../features/company/ProfileForm.tsx';
import { useReachability } from '../../shared/api/reachability.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { LeaveGuard } from '../../shared/ui/overlay/LeaveGuard.tsx';
import { useHistoryLocation } from '../../shared/use-history-location.ts';
import { DataSections } from './DataSections.tsx';
import { PlanSection } from './PlanSection.tsx';
import { SectionList } from './SectionList.tsx';
import { SecuritySections } from './SecuritySections.tsx';
import styles from './settings.module.css';

/** All sections of the settings, with their list; those of the company only for its owner. */
export function Sections() {
  const account = useAccount();
  const store = useAccountStore();
  const company = isOwner(account) ? account.company : null;
  useSectionOfAddress();
  return (
    <div className={styles.columns}>
      <LeaveGuard />
      <SectionList isOwner={company !== null} />
      <div className={styles.sections}>
        {company && <ProfileForm company={company} onSaved={store.replaceCompany} />}
        <PasswordForm />
        {company && (
          <>
            <PreferencesForm company={company} onSaved={store.replaceCompany} />
            <PlanSection company={company} />
          </>
        )}
        <OnlyOnline company={company} />
      </div>
    </div>
  );
}

/** The sections that need the server. They stay once shown, also offline, since the user may be typing. */
function OnlyOnline({ company }: { company: Company | null }) {
  const isAway = useReachability() !== 'online';
  const [isShown, setShown] = useState(!isAway);
  if (!isShown && !isAway) setShown(true);
  if (!isShown) return <Notice tone="info">These settings can be seen online.</Notice>;
  return (
    <>
      <SecuritySections company={company} />
      {company && <DataSections company={company} />}
    </>
  );
}

/** Scrolls to the section that the address names: it was not there when the router looked. */
function useSectionOfAddress() {
  const hash = useHistoryLocation().hash.slice(1);
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
}
