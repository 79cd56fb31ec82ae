import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import styles from './AuthLayout.module.css';

export interface AuthFormProps {
  /** From `useForm`. */
  form: { submit: (event: FormEvent<HTMLFormElement>) => void; problem: string | null; busy: boolean };
  action: string;
  busyText: string;
  /** The reason if the form cannot be sent at all, such as a link without its token; null if it can. */
  obstacle?: string | null;
  children?: ReactNode;
}

/** The form of an account page: its problem, its fields and one button. */
export function AuthForm({ form, action, busyText, obstacle = null, children }: AuthFormProps) {
  const problem = obstacle ?? form.problem;
  return (
    <form noValidate onSubmit={form.submit} className={styles.form}>
      <Problem text={problem} />
      {children}
      <div className={styles.submit}>
        <Button
          type="submit"
          look="primary"
          size="lg"
          disabled={obstacle !== null}
          busy={form.busy}
          busyText={busyText}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
