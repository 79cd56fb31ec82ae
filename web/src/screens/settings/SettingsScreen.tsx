import type { Company } from '@cip/contracts/company';
import { Suspense, useState } from 'react';
import { isOwner, useAccount, useAccountStore } from '../../features/auth/useAccount.ts';
import { SUBSCRIPTION_TONES } from '../../features/billing/plan-text.ts';
import { PasswordForm } from '../../features/company/PasswordForm.tsx';
import { PreferencesForm } from '../../features/company/PreferencesForm.tsx';
import { ProfileForm } from '../../features/company/ProfileForm.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { useReachability } from '../../shared/api/reachability.ts';
import { ButtonLink } from '../../shared/ui/form/ButtonLink.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import styles from './settings.module.css';

const ServerSections = lazyPart(async () => (await import('./ServerSections.tsx')).ServerSections, {
  fallback: SeenOnline,
});

// Lazy: before anything is typed there is nothing to lose.
const LeaveGuard = lazyPart(async () => (await import('../../shared/ui/overlay/LeaveGuard.tsx')).LeaveGuard);

function SeenOnline() {
  return <Notice tone="info">These settings can be seen online.</Notice>;
}

/** The sections that need the server. They stay once shown, also offline, since the user may be typing. */
function OnlyOnline({ company }: { company: Company | null }) {
  const isAway = useReachability() !== 'online';
  const [isShown, setShown] = useState(!isAway);
  if (!isShown && !isAway) setShown(true);
  if (!isShown) return <SeenOnline />;
  return (
    <Suspense fallback={<Skeleton rows={2} height={96} />}>
      <ServerSections company={company} />
    </Suspense>
  );
}

const back = { label: 'Dashboard', to: '/dashboard' } as const;

/** The company's settings; an interviewer sees only their own password. */
export function SettingsScreen() {
  const account = useAccount();
  const { company } = account;
  const store = useAccountStore();
  if (!isOwner(account)) {
    return (
      <Page title="Settings" back={back}>
        <Suspense>
          <LeaveGuard />
        </Suspense>
        <PasswordForm />
        <OnlyOnline company={null} />
      </Page>
    );
  }
  const status = company.subscription_status;
  return (
    <Page title="Settings" back={back}>
      <Suspense>
        <LeaveGuard />
      </Suspense>
      <ProfileForm company={company} onSaved={store.replaceCompany} />
      <PasswordForm />
      <PreferencesForm company={company} onSaved={store.replaceCompany} />
      <SettingsSection title="Subscription Management" text="Your plan and what it allows.">
        <p className={styles.plan}>
          Current Plan
          <StatusChip tone={SUBSCRIPTION_TONES[status]}>{status.toUpperCase()}</StatusChip>
        </p>
        <div>
          <ButtonLink to="/subscription-plans" isButton>
            Manage Subscription
          </ButtonLink>
        </div>
      </SettingsSection>
      <OnlyOnline company={company} />
    </Page>
  );
}
