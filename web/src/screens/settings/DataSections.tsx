import { DataExport } from '../../features/company/DataExport.tsx';
import { DeleteCompany } from '../../features/company/DeleteCompany.tsx';
import type { CompanyFormProps } from '../../features/company/ProfileForm.tsx';
import { RetentionForm } from '../../features/company/RetentionForm.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { go } from '../../shared/device/location.ts';
import { forgetAccount } from '../../shared/device/stored-account.ts';

/** Data export and retention. */
export const DataSection = () => (
  <SettingsSection title="Data" text="Your data is yours.">
    <DataExport />
    <RetentionForm />
  </SettingsSection>
);

/** The deletion of the company. */
export const DeletionSection = ({ company }: Pick<CompanyFormProps, 'company'>) => (
  <DeleteCompany company={company} onDeleted={leave} />
);

function leave() {
  forgetAccount();
  // A full page load, so that no data stays in memory.
  go('/');
}
