import type { Company } from '@cip/contracts/accounts/company';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import styles from './facts.module.css';

/** The company's name and contact data. */
export function CompanyCard({ company, manager }: { company: Company; manager: boolean }) {
  return (
    <section className={styles.detail} aria-labelledby="company-profile">
      <h2 id="company-profile">Company profile</h2>
      <p className={styles.line}>
        <strong>{company.name}</strong>
        <span>{company.email}</span>
        {company.phone && <span>{company.phone}</span>}
      </p>
      {manager && (
        <ButtonLink to="/settings" role="button" size="sm">
          Edit Profile
        </ButtonLink>
      )}
    </section>
  );
}
