import { mayManageRole } from '@cip/contracts/accounts/roles';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import ShieldOff from 'lucide-react/icons/shield-off';
import Trash from 'lucide-react/icons/trash-2';
import { ActionMenu } from '../../shared/ui/overlay/ActionMenu.tsx';
import { Avatar } from '../../shared/ui/Avatar.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { formatDateTime } from '../../shared/format.ts';
import { relativeTime } from '../../shared/relative-time.ts';
import { storedRole } from '../../shared/device/stored-role.ts';
import styles from './interviewers.module.css';
import type { Person } from './interviewers.queries.ts';

export interface InterviewerCardsProps {
  users: Person[];
  onEdit: (user: Person) => void;
  onRemoveSecondFactor: (user: Person) => void;
  onDelete: (user: Person) => void;
}

/** Renders a card per person, with a menu of actions if the account manages them. */
export function InterviewerCards({ users, onEdit, onRemoveSecondFactor, onDelete }: InterviewerCardsProps) {
  return (
    <ul className={styles.cards}>
      {users.map((user) => (
        <li key={user.id} className={styles.card}>
          <Avatar name={user.name} />
          <div className={styles.person}>
            <h2>{user.name}</h2>
            <p>{user.email}</p>
            <div className={styles.facts}>
              <StatusChip tone="plain">{(user.role || 'interviewer').toUpperCase()}</StatusChip>
              <LastActive moment={user.last_active_at} />
            </div>
          </div>
          {mayManageRole(storedRole(), user.role) && (
            <ActionMenu
              label={`Actions for ${user.name}`}
              actions={[
                { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onSelect: () => onEdit(user) },
                ...(user.has_second_factor ? [removeFactor(() => onRemoveSecondFactor(user))] : []),
                {
                  label: 'Delete',
                  icon: <Trash size={16} aria-hidden />,
                  danger: true,
                  onSelect: () => onDelete(user),
                },
              ]}
            >
              <Ellipsis size={20} aria-hidden />
            </ActionMenu>
          )}
        </li>
      ))}
    </ul>
  );
}

function LastActive({ moment }: { moment: string | null }) {
  if (moment === null) return <span>Not signed in</span>;
  return <time dateTime={moment} title={formatDateTime(moment)}>{`Active ${relativeTime(moment)}`}</time>;
}

const removeFactor = (onSelect: () => void) => ({
  label: 'Remove second step',
  icon: <ShieldOff size={16} aria-hidden />,
  onSelect,
});
