import type { ApiKeyScope } from '@cip/contracts/integrations/api-keys';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ChoiceField } from '../../shared/ui/form/ChoiceField.tsx';
import { ShownOnce } from '../../shared/ui/form/ShownOnce.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { apiKeysQuery, createKey } from './api-keys.calls.ts';
import styles from './integrations.module.css';

/** A copy of the contract's API_KEY_NAME_MAX, because its module would bring the schemas along. */
const NAME_MAX = 50;
const USUAL_DAYS = 90;
const DAYS = [
  { value: 30, label: '30 days' },
  { value: USUAL_DAYS, label: '90 days' },
  { value: 365, label: '1 year' },
];
const SCOPES: { value: ApiKeyScope; label: string }[] = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** Makes an API key and shows its secret once. */
export function NewApiKey() {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [scope, setScope] = useState<ApiKeyScope>('read');
  const [days, setDays] = useState(USUAL_DAYS);
  const [secret, setSecret] = useState<string | null>(null);
  useUnsaved(name !== '');
  const { busy, problem, start } = useAction({
    async run() {
      setSecret(await createKey({ name: name.trim(), scope, days }));
      setName('');
      await queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
    failure: () => 'Failed to create the API key',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError('Please name the key');
    start();
  };
  if (secret !== null) return <ShownOnce label="Your API key" text={secret} onDone={() => setSecret(null)} />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Name of the key"
        value={name}
        maxLength={NAME_MAX}
        autoComplete="off"
        error={error}
        help="For example: Greenhouse."
        onChange={(value) => {
          setName(value);
          setError(undefined);
        }}
      />
      <ChoiceField
        label="Permission"
        value={scope}
        choices={SCOPES}
        onChange={setScope}
        help="Write access can also schedule, start, change, end and delete sessions."
      />
      <ChoiceField label="Valid for" value={days} choices={DAYS} onChange={setDays} />
      <Problem text={problem} />
      <Button type="submit" busy={busy} busyText="Creating...">
        Create API key
      </Button>
    </form>
  );
}
