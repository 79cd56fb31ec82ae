import type { Company } from '@cip/contracts/company';
import { SecondFactor } from '../../features/auth/SecondFactor.tsx';
import { SignIns } from '../../features/auth/SignIns.tsx';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { RequireSecondFactor } from '../../features/company/RequireSecondFactor.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';

/** The user's second step, for an owner also everyone's, and the list of sign-ins. */
export function SecuritySections({ company }: { company: Company | null }) {
  const store = useAccountStore();
  return (
    <>
      <SettingsSection title="Two-Step Sign-In" text="Require a code from an authenticator app when signing in.">
        <SecondFactor />
        {company && <RequireSecondFactor company={company} onSaved={store.replaceCompany} />}
      </SettingsSection>
      <SettingsSection title="Where You’re Signed In" text="Don’t recognize a device? Sign it out.">
        <SignIns />
      </SettingsSection>
    </>
  );
}
