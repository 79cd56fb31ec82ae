import type { GivenRole } from '@cip/contracts/accounts/roles';
import { ROLE_CHOICES } from './roles.ts';
import styles from './interviewers.module.css';

interface RoleFieldProps {
  value: GivenRole;
  /** Roles that the account may give. */
  choices: GivenRole[];
  /** The consequences of a change of the role. */
  warning: string | null;
  onChange: (role: GivenRole) => void;
}

/** Renders the choice of a person's role, each with the actions that it allows. */
export function RoleField({ value, choices, warning, onChange }: RoleFieldProps) {
  return (
    <fieldset className={styles.roles}>
      <legend>Role</legend>
      {ROLE_CHOICES.filter((choice) => choices.includes(choice.value)).map(({ value: role, label, text }) => (
        <label key={role}>
          <input type="radio" name="role" value={role} checked={role === value} onChange={() => onChange(role)} />
          <span>
            {label}
            <small>{text}</small>
          </span>
        </label>
      ))}
      <p role="status">{warning}</p>
    </fieldset>
  );
}
