import type { Company } from '@cip/contracts/accounts/company';
import { DataExport } from '../../features/company/DataExport.tsx';
import { DeleteCompany } from '../../features/company/DeleteCompany.tsx';
import { RetentionForm } from '../../features/company/RetentionForm.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { go } from '../../shared/device/location.ts';
import { forgetAccount } from '../../shared/device/stored-account.ts';

/** Data export, retention, and for the owner the deletion of the company. */
export function DataSections({ company, owner }: { company: Company; owner: boolean }) {
  const leave = () => {
    forgetAccount();
    // A full page load, so that no data stays in memory.
    go('/');
  };
  return (
    <>
      <SettingsSection title="Data" text="Your data is yours.">
        <DataExport />
        <RetentionForm />
      </SettingsSection>
      {owner && <DeleteCompany company={company} onDeleted={leave} />}
    </>
  );
}
