import { signInWithCode } from '../../features/auth/sign-in.calls.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { useGoOn } from './useGoOn.ts';

/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
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
      <AuthForm form={form} action="Login" busyText="Logging in...">
        <TextField
          label="Code"
          autoComplete="one-time-code"
          required
          autoFocus
          maxLength={30}
          help="Six digits. Without the app, enter one of your recovery codes."
          {...form.field('code')}
        />
      </AuthForm>
      <ButtonRow>
        <Button look="quiet" onClick={onBack}>
          Use another account
        </Button>
      </ButtonRow>
    </AuthLayout>
  );
}
