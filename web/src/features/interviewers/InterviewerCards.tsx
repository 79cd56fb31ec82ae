import type { Interviewer } from '@cip/contracts/interviewers';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import ShieldOff from 'lucide-react/icons/shield-off';
import Trash from 'lucide-react/icons/trash-2';
import { ActionMenu } from '../../shared/ui/overlay/ActionMenu.tsx';
import { Avatar } from '../../shared/ui/Avatar.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import styles from './interviewers.module.css';

export interface InterviewerCardsProps {
  users: Interviewer[];
  onEdit: (user: Interviewer) => void;
  onRemoveSecondFactor: (user: Interviewer) => void;
  onDelete: (user: Interviewer) => void;
}

/** Renders a card per interviewer, with a menu of actions. */
export function InterviewerCards({ users, onEdit, onRemoveSecondFactor, onDelete }: InterviewerCardsProps) {
  return (
    <ul className={styles.cards}>
      {users.map((user) => (
        <li key={user.id} className={styles.card}>
          <Avatar name={user.name} />
          <div className={styles.person}>
            <h2>{user.name}</h2>
            <p>{user.email}</p>
            <StatusChip tone="plain">{(user.role || 'interviewer').toUpperCase()}</StatusChip>
          </div>
          <ActionMenu
            label={`Actions for ${user.name}`}
            actions={[
              { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onSelect: () => onEdit(user) },
              ...(user.has_second_factor ? [removeFactor(() => onRemoveSecondFactor(user))] : []),
              { label: 'Delete', icon: <Trash size={16} aria-hidden />, danger: true, onSelect: () => onDelete(user) },
            ]}
          >
            <Ellipsis size={20} aria-hidden />
          </ActionMenu>
        </li>
      ))}
    </ul>
  );
}

const removeFactor = (onSelect: () => void) => ({
  label: 'Remove second step',
  icon: <ShieldOff size={16} aria-hidden />,
  onSelect,
});
