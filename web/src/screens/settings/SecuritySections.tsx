import { SecondFactor } from '../../features/auth/SecondFactor.tsx';
import { SignIns } from '../../features/auth/SignIns.tsx';
import { SingleSignOn } from '../../features/auth/SingleSignOn.tsx';
import { useAccount } from '../../features/auth/useAccount.ts';
import type { CompanyFormProps } from '../../features/company/ProfileForm.tsx';
import { RequireSecondFactor } from '../../features/company/RequireSecondFactor.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';

/** The user's provider. */
export const ProviderSection = () => (
  <SettingsSection title="Sign-In" text="How you prove that it’s you.">
    <p>Signs in with {useAccount().sign_in?.provider}</p>
  </SettingsSection>
);

/** The user's second step. */
export function TwoStepSection() {
  const { sign_in: ways } = useAccount();
  return (
    <SettingsSection title="Two-Step Sign-In" text="Require a code from an authenticator app when signing in.">
      {ways?.provider && !ways.password ? (
        <p>You have no password here, so {ways.provider} decides about further steps.</p>
      ) : (
        <SecondFactor />
      )}
    </SettingsSection>
  );
}

/** The list of the user's sign-ins. */
export const SignInsSection = () => (
  <SettingsSection title="Where You’re Signed In" text="Don’t recognize a device? Sign it out.">
    <SignIns />
  </SettingsSection>
);

/** How the company signs in with its provider. */
export const SingleSignOnSection = () => (
  <SettingsSection title="Single Sign-On" text="Sign in with your organization’s account.">
    <SingleSignOn />
  </SettingsSection>
);

/** The second step of everyone in the company. */
export const TeamTwoStepSection = ({ company, onSaved }: CompanyFormProps) => (
  <SettingsSection title="Two-step for everyone" text="A second step for the whole company.">
    <RequireSecondFactor company={company} onSaved={onSaved} />
  </SettingsSection>
);
