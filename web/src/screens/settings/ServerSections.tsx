import type { Company } from '@cip/contracts/company';
import { DataSections } from './DataSections.tsx';
import { SecuritySections } from './SecuritySections.tsx';

/** The sections that need the server: account security and, for an owner, the company's data. */
export function ServerSections({ company }: { company: Company | null }) {
  return (
    <>
      <SecuritySections company={company} />
      {company && <DataSections company={company} />}
    </>
  );
}
