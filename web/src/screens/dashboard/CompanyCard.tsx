import type { Company } from '@cip/contracts/company';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../shared/ui/form/Button.tsx';
import styles from './dashboard.module.css';

/** The company's name and contact data. */
export function CompanyCard({ company, owner }: { company: Company; owner: boolean }) {
  const navigate = useNavigate();
  return (
    <section className={styles.detail} aria-labelledby="company-profile">
      <h2 id="company-profile">Company profile</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Name</dt>
          <dd>{company.name}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{company.email}</dd>
        </div>
        {company.phone && (
          <div>
            <dt>Phone</dt>
            <dd>{company.phone}</dd>
          </div>
        )}
      </dl>
      {owner && <Button onClick={() => void navigate({ to: '/settings' })}>Edit Profile</Button>}
    </section>
  );
}
