import type { Company } from '@cip/contracts/accounts/company';
import { SecondFactor } from '../../features/auth/SecondFactor.tsx';
import { SignIns } from '../../features/auth/SignIns.tsx';
import { SingleSignOn } from '../../features/auth/SingleSignOn.tsx';
import { useAccount, useAccountStore } from '../../features/auth/useAccount.ts';
import { RequireSecondFactor } from '../../features/company/RequireSecondFactor.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';

/** The user's second step, and the list of their sign-ins. */
export function OwnSecurity() {
  const { sign_in: ways } = useAccount();
  return (
    <>
      <SettingsSection title="Two-Step Sign-In" text="Require a code from an authenticator app when signing in.">
        {ways?.provider && !ways.password ? (
          <p>You have no password here, so {ways.provider} decides about further steps.</p>
        ) : (
          <SecondFactor />
        )}
      </SettingsSection>
      <SettingsSection title="Where You’re Signed In" text="Don’t recognize a device? Sign it out.">
        <SignIns />
      </SettingsSection>
    </>
  );
}

/** How everyone in the company signs in. */
export function TeamSecurity({ company }: { company: Company }) {
  const store = useAccountStore();
  const { sign_in: ways } = useAccount();
  return (
    <>
      {ways && (
        <SettingsSection title="Single Sign-On" text="Sign in with your organization’s account.">
          <SingleSignOn />
        </SettingsSection>
      )}
      <SettingsSection title="Two-step for everyone" text="A second step for the whole company.">
        <RequireSecondFactor company={company} onSaved={store.replaceCompany} />
      </SettingsSection>
    </>
  );
}
