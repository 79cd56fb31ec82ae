import type { Company } from '@cip/contracts/company';
import { AuditLog } from '../../features/company/AuditLog.tsx';
import { DataExport } from '../../features/company/DataExport.tsx';
import { DeleteCompany } from '../../features/company/DeleteCompany.tsx';
import { RetentionForm } from '../../features/company/RetentionForm.tsx';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { useOutcome } from '../../features/company/useOutcome.ts';
import { go } from '../../shared/device/location.ts';
import { forgetAccount } from '../../shared/device/stored-account.ts';

/** What is kept, for how long, who did what with it, and the way out. */
export function DataSections({ company }: { company: Company }) {
  const outcome = useOutcome();
  const leave = () => {
    forgetAccount();
    // A full load: nothing that was read may stay in memory.
    go('/');
  };
  return (
    <>
      <SettingsSection title="Activity" text="Who did what in your company, for a year.">
        <AuditLog />
      </SettingsSection>
      <SettingsSection title="Data" text="What we keep for you belongs to you." outcome={outcome}>
        <DataExport outcome={outcome} />
        <RetentionForm outcome={outcome} />
        <DeleteCompany company={company} onDeleted={leave} />
      </SettingsSection>
    </>
  );
}
