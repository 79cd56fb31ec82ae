import { TextField } from '../../shared/ui/joy/TextField.tsx';

interface CodeFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

/** Renders a field for a code of the authenticator app or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      required
      maxLength={30}
      help="Six digits from your authenticator app. Without the app, enter one of your recovery codes."
      {...props}
    />
  );
}
