import { useNavigate } from '@tanstack/react-router';
import { registerCompany } from '../../features/auth/sign-in.calls.ts';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { passwordHint } from '../../shared/form/password-hint.ts';
import { forgetReturnAddress } from '../../shared/device/return-address.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { SignedOutOnly } from './SignedOutOnly.tsx';
import styles from './AuthLayout.module.css';

const EMPTY = { name: '', email: '', phone: '', address: '', password: '', password_confirmation: '' };

/** Registers a company and opens the plans. */
export function RegisterScreen() {
  return (
    <SignedOutOnly>
      <RegisterForm />
    </SignedOutOnly>
  );
}

function RegisterForm() {
  const store = useAccountStore();
  const navigate = useNavigate();
  const form = useForm({
    initial: EMPTY,
    validate,
    submit: async ({ name, email, phone, address, ...passwords }) => {
      const optional = { phone: phone.trim() || null, address: address.trim() || null };
      store.enter(await registerCompany({ name: name.trim(), email: email.trim(), ...optional, ...passwords }));
      forgetReturnAddress();
      await navigate({ to: '/subscription-plans' });
    },
    fallback: 'Registration failed. Please try again.',
  });
  return (
    <AuthLayout title="Register Your Company" subtitle="Start conducting technical interviews today">
      <AuthForm form={form} action="Register" busyText="Registering...">
        <TextField label="Company Name" autoComplete="organization" required autoFocus {...form.field('name')} />
        <TextField label="Email Address" type="email" autoComplete="email" required {...form.field('email')} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" isOptional {...form.field('phone')} />
        <TextAreaField label="Address" rows={2} autoComplete="street-address" isOptional {...form.field('address')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          required
          help={passwordHint(form.values.password)}
          {...form.field('password')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          required
          {...form.field('password_confirmation')}
        />
      </AuthForm>
      <Agreement />
      <p className={styles.other}>
        <TextLink to="/login">Already have an account? Sign in</TextLink>
      </p>
    </AuthLayout>
  );
}

/** Its links open a tab of their own, so that typed values stay. */
function Agreement() {
  return (
    <p className={styles.other}>
      By registering you agree to the{' '}
      <TextLink to="/terms" target="_blank">
        Terms
      </TextLink>{' '}
      and{' '}
      <TextLink to="/privacy" target="_blank">
        Privacy Policy
      </TextLink>
      .
    </p>
  );
}

function validate({ name, email, password, password_confirmation: confirmation }: typeof EMPTY) {
  return {
    name: name.trim() === '' ? 'Company name is required' : undefined,
    email: email.trim() === '' ? 'Email is required' : undefined,
    password: password === '' ? 'Password is required' : undefined,
    password_confirmation: confirmationProblem(password, confirmation),
  };
}

function confirmationProblem(password: string, confirmation: string): string | undefined {
  if (confirmation !== password) return 'Passwords do not match';
  return confirmation === '' ? 'Confirm the password' : undefined;
}
