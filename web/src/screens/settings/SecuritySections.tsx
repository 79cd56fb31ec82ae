import { SecondFactor } from '../../features/auth/SecondFactor.tsx';
import { SignIns } from '../../features/auth/SignIns.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';

/** The second step of the user's own sign-in, and where they are signed in. */
export function SecuritySections() {
  return (
    <>
      <SettingsSection
        title="Two-Step Sign-In"
        text="Besides your password, signing in asks for a code from an app on your phone."
      >
        <SecondFactor />
      </SettingsSection>
      <SettingsSection title="Where You Are Signed In" text="If you do not know one of these, sign it out.">
        <SignIns />
      </SettingsSection>
    </>
  );
}
