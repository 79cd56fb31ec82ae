import type { User } from '@cip/contracts/interviewers';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { ActionMenu } from '../../shared/ui/ActionMenu.tsx';
import { Avatar } from '../../shared/ui/Avatar.tsx';
import { StatusChip } from '../../shared/ui/StatusChip.tsx';
import styles from './interviewers.module.css';

export interface InterviewerCardsProps {
  users: User[];
  onEdit: (user: User) => void;
  onDelete: (user: User) => void;
}

/** One card per interviewer with what can be done. */
export function InterviewerCards({ users, onEdit, onDelete }: InterviewerCardsProps) {
  return (
    <ul className={styles['cards']}>
      {users.map((user) => (
        <li key={user.id} className={styles['card']}>
          <Avatar name={user.name} />
          <div className={styles['person']}>
            <h2>{user.name}</h2>
            <p>{user.email}</p>
            <StatusChip tone="plain">{(user.role || 'interviewer').toUpperCase()}</StatusChip>
          </div>
          <ActionMenu
            label={`Actions for ${user.name}`}
            actions={[
              { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onSelect: () => onEdit(user) },
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
