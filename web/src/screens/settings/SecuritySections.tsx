import type { Company } from '@cip/contracts/company';
import { SecondFactor } from '../../features/auth/SecondFactor.tsx';
import { SignIns } from '../../features/auth/SignIns.tsx';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { RequireSecondFactor } from '../../features/company/RequireSecondFactor.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';

/** The second step of the user's own sign-in, for an owner that of everyone, and where the user is signed in. */
export function SecuritySections({ company }: { company: Company | null }) {
  const store = useAccountStore();
  return (
    <>
      <SettingsSection
        title="Two-Step Sign-In"
        text="Besides your password, signing in asks for a code from an app on your phone."
      >
        <SecondFactor />
        {company && <RequireSecondFactor company={company} onSaved={store.replaceCompany} />}
      </SettingsSection>
      <SettingsSection title="Where You Are Signed In" text="If you do not know one of these, sign it out.">
        <SignIns />
      </SettingsSection>
    </>
  );
}
