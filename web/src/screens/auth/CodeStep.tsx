import { signInWithCode } from '../../features/auth/sign-in.calls.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { useGoOn } from './useGoOn.ts';

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const goOn = useGoOn();
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: code.trim().length < 6 ? 'Please enter the code' : undefined }),
    submit: async ({ code }) => {
      await goOn(await signInWithCode(challenge, code.trim()));
    },
    fallback: 'Login failed. Please try again.',
  });
  return (
    <AuthLayout title="Enter Your Code" subtitle="It is in the authenticator app on your phone.">
      <form noValidate onSubmit={form.submit} className={styles.form}>
        {form.problem !== null && <Notice tone="bad">{form.problem}</Notice>}
        <TextField
          label="Code"
          autoComplete="one-time-code"
          required
          autoFocus
          maxLength={30}
          help="Six digits. Without the app, enter one of your recovery codes."
          {...form.field('code')}
        />
        <div className={styles.submit}>
          <Button type="submit" look="primary" size="lg" busy={form.busy} busyText="Logging in...">
            Login
          </Button>
        </div>
      </form>
      <div>
        <Button look="quiet" onClick={onBack}>
          Use another account
        </Button>
      </div>
    </AuthLayout>
  );
}
