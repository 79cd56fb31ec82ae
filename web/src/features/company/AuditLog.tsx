import type { AuditEntry, AuditGroup } from '@cip/contracts/accounts/audit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/api/api-error.ts';
import { listedData } from '../../shared/api/listed-data.ts';
import { useLastPage } from '../../shared/api/use-last-page.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { ChoiceField } from '../../shared/ui/form/ChoiceField.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { auditActor, auditDetails, auditText } from './audit-text.ts';
import { auditQuery } from './company.calls.ts';
import styles from './company.module.css';

const CHOICES: { value: AuditGroup | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'account', label: 'Accounts' },
  { value: 'interviewer', label: 'Interviewers' },
  { value: 'interview', label: 'Sessions' },
  { value: 'plan', label: 'Plan' },
  { value: 'settings', label: 'Settings' },
  { value: 'data', label: 'Data' },
];

/** Shows the company's audit log. */
export function AuditLog() {
  const [group, setGroup] = useState<AuditGroup | 'all'>('all');
  const [page, setPage] = useState(1);
  const query = useQuery(auditQuery(page, group));
  const data = listedData(query);
  const lastPage = useLastPage(query, page, setPage);
  const hasFailed = useFailure(query);
  const choose = (chosen: AuditGroup | 'all') => {
    setGroup(chosen);
    setPage(1);
  };
  return (
    <>
      <ChoiceField label="Show" value={group} choices={CHOICES} onChange={choose} />
      {hasFailed && <LoadFailed query={query}>{messageOf(query.error, 'Failed to load the activity')}</LoadFailed>}
      {data ? <List entries={data.data} /> : !hasFailed && <Skeleton rows={6} height={44} />}
      <Pager page={page} lastPage={lastPage} onPage={setPage} />
    </>
  );
}

function List({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return <p className={styles.text}>No activity of this kind yet.</p>;
  return (
    <ul>
      {entries.map((entry) => (
        <ListRow
          key={entry.id}
          name={auditText(entry)}
          facts={[auditDetails(entry), auditActor(entry), formatDateTime(entry.at)]}
        />
      ))}
    </ul>
  );
}
