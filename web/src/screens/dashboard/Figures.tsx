import type { Plan } from '@cip/contracts/billing/billing';
import type { Company } from '@cip/contracts/accounts/company';
import type { ReactNode } from 'react';
import { cycleShort, SUBSCRIPTION_TONES } from '../../features/billing/plan-text.ts';
import { formatCount, formatDay, formatMoney } from '../../shared/format.ts';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import styles from './facts.module.css';

export interface FiguresProps {
  company: Company;
  plan: Plan | null;
  owner: boolean;
  /** The plan renews at its end. */
  renews: boolean;
  /** All interviews so far; undefined while loading. */
  interviews: number | undefined;
}

/** The company's facts as a row of figures. */
export function Figures({ company, plan, owner, renews, interviews }: FiguresProps) {
  const { subscription_status: status, subscription_ends_at: endsAt } = company;
  return (
    <dl className={styles.figures}>
      <Figure
        label="Subscription Status"
        value={status.toUpperCase()}
        note={<StatusChip tone={SUBSCRIPTION_TONES[status]}>{status === 'active' ? 'Active' : 'Inactive'}</StatusChip>}
      />
      {owner && (
        <Figure
          label="Current Plan"
          value={plan?.name ?? 'No Plan'}
          note={plan ? `${formatMoney(plan.price)}/${cycleShort(plan)}` : 'Choose one to begin'}
        />
      )}
      <Figure label="Total Sessions" value={interviews === undefined ? '–' : formatCount(interviews)} note="All time" />
      {endsAt === null ? (
        <Figure label="Member Since" value="Today" note="Welcome aboard!" />
      ) : (
        <Figure label="Expires On" value={formatDay(endsAt)} note={renews ? 'Renewal date' : 'Does not renew'} />
      )}
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
