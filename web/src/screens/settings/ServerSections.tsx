import type { Company } from '@cip/contracts/company';
import { DataSections } from './DataSections.tsx';
import { SecuritySections } from './SecuritySections.tsx';

/** What only the server knows: how safe the account is and, for an owner, what is kept of the company. */
export function ServerSections({ company }: { company: Company | null }) {
  return (
    <>
      <SecuritySections company={company} />
      {company && <DataSections company={company} />}
    </>
  );
}
