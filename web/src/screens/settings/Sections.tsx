import type { Account } from '@cip/contracts/accounts/auth';
import { useEffect, useState } from 'react';
import { useAccount, useAccountStore } from '../../features/auth/useAccount.ts';
import type { CompanyChangeProps } from '../../features/company/ProfileForm.tsx';
import { useOpenSection } from '../../features/company/useOpenSection.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { useHistoryLocation } from '../../shared/use-history-location.ts';
import { SectionList } from './SectionList.tsx';
import { settingGroups, settingsOf } from './setting-groups.ts';
import { SETTING_PARTS } from './setting-parts.tsx';
import styles from './settings.module.css';
import { useHasHeights } from './useHasHeights.ts';

/**
 * All sections of the settings that the account has, in groups, with their list. If the address names one, they wait
 * for the data above and below it, so that it does not move.
 */
export function Sections() {
  const account = useAccount();
  return useHasHeights(settingsOf(account)) ? <AllSections account={account} /> : <Skeleton rows={4} height={96} />;
}

function AllSections({ account }: { account: Account }) {
  const store = useAccountStore();
  const of = settingsOf(account);
  const form: CompanyChangeProps = {
    company: account.company,
    reload: async () => (await store.refresh()).company,
    onSaved: store.replaceCompany,
  };
  const isSeen = useSeenOnline();
  useSectionOfAddress();
  const groups = settingGroups(of).map(({ group, settings }) => ({
    group,
    shown: settings.filter(({ isOnline }) => isSeen || !isOnline),
  }));
  return (
    <div className={styles.columns}>
      <SectionList of={of} />
      <div className={styles.sections}>
        {!isSeen && <Notice tone="info">More settings can be seen online.</Notice>}
        {groups.map(
          ({ group, shown }) =>
            shown.length > 0 && (
              <div key={group} className={styles.group}>
                <h2>{group}</h2>
                {shown.map(({ title }) => {
                  const Part = SETTING_PARTS[title];
                  return <Part key={title} {...form} />;
                })}
              </div>
            ),
        )}
      </div>
    </div>
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
