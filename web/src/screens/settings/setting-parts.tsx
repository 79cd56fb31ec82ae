import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { signInsQuery } from '../../features/auth/account-security.calls.ts';
import { isOwner, useAccount } from '../../features/auth/useAccount.ts';
import { AuditLog } from '../../features/company/AuditLog.tsx';
import { MailSection } from '../../features/company/MailSection.tsx';
import { PasswordForm } from '../../features/company/PasswordForm.tsx';
import { PreferencesForm } from '../../features/company/PreferencesForm.tsx';
import { ProfileForm, type CompanyChangeProps } from '../../features/company/ProfileForm.tsx';
import { RuleForm } from '../../features/company/RuleForm.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { VisibilityForm } from '../../features/company/VisibilityForm.tsx';
import { AfterClick } from './AfterClick.tsx';
import { CalendarSection } from './CalendarSection.tsx';
import { EngineSection } from './EngineSection.tsx';
import { DataSection, DeletionSection } from './DataSections.tsx';
import { ApiKeysSection, WebhooksSection } from './IntegrationSections.tsx';
import { PlanSection } from './PlanSection.tsx';
import {
  ProviderSection,
  SignInsSection,
  SingleSignOnSection,
  TeamTwoStepSection,
  TwoStepSection,
} from './SecuritySections.tsx';
import type { SettingTitle } from './setting-groups.ts';

/** The component of each section of the settings. */
export const SETTING_PARTS: Record<SettingTitle, ComponentType<CompanyChangeProps>> = {
  'Company Profile': (props) => <ProfileForm {...props} owner={isOwner(useAccount())} />,
  Visibility: VisibilityForm,
  'Subscription Management': PlanSection,
  Email: MailSection,
  'Code engine': EngineSection,
  Data: DataSection,
  'Delete company': DeletionSection,
  'Sign-In': ProviderSection,
  'Change Password': OwnPassword,
  'Two-Step Sign-In': TwoStepSection,
  'Where You’re Signed In': SignInsSection,
  'Notification Preferences': PreferencesForm,
  Calendar: CalendarSection,
  Rules: RuleForm,
  'Single Sign-On': SingleSignOnSection,
  'Two-step for everyone': TeamTwoStepSection,
  'API Keys': ApiKeysSection,
  Webhooks: WebhooksSection,
  Activity: ActivitySection,
};

function OwnPassword() {
  const queries = useQueryClient();
  // A new password ends the other sign-ins.
  return <PasswordForm onSaved={() => void queries.invalidateQueries({ queryKey: signInsQuery.queryKey })} />;
}

function ActivitySection() {
  return (
    <SettingsSection title="Activity" text="A log of the past year.">
      <AfterClick label="Show activity" part={AuditLog} />
    </SettingsSection>
  );
}
