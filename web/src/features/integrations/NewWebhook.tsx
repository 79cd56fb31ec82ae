import type { WebhookEvent } from '@cip/contracts/integrations/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ShownOnce } from '../../shared/ui/form/ShownOnce.tsx';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import styles from './integrations.module.css';
import { EVENTS } from './webhook-texts.ts';
import { addWebhook, webhooksQuery } from './webhooks.calls.ts';

/** A copy of the contract's WEBHOOK_URL_MAX, because its module would bring the schemas along. */
const URL_MAX = 500;
const ALL = EVENTS.map(({ event }) => event);

/** Adds a webhook and shows its secret once. */
export function NewWebhook() {
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();
  const [events, setEvents] = useState<WebhookEvent[]>(ALL);
  const [secret, setSecret] = useState<string | null>(null);
  useUnsaved(url !== '');
  const { busy, problem, start } = useAction({
    async run() {
      setSecret(await addWebhook({ url: url.trim(), events }));
      setUrl('');
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
    failure: () => 'Failed to add the webhook',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^https?:\/\/\S+$/.test(url.trim())) return setError('Please enter an address that starts with https://');
    if (events.length === 0) return setError('Please choose at least one event');
    setError(undefined);
    start();
  };
  if (secret !== null)
    return <ShownOnce label="The secret of the webhook" text={secret} onDone={() => setSecret(null)} />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Address of the webhook"
        value={url}
        maxLength={URL_MAX}
        autoComplete="off"
        inputMode="url"
        placeholder="https://example.com/hooks"
        error={error}
        help="It gets a signed message for each event."
        onChange={(value) => {
          setUrl(value);
          setError(undefined);
        }}
      />
      <EventsField events={events} onChange={setEvents} />
      <Problem text={problem} />
      <Button type="submit" busy={busy} busyText="Adding...">
        Add webhook
      </Button>
    </form>
  );
}

interface EventsFieldProps {
  events: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
}

function EventsField({ events, onChange }: EventsFieldProps) {
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    onChange(ALL.filter((one) => (one === event ? isOn : events.includes(one))));
  return (
    <fieldset className={styles.events}>
      <legend>Events</legend>
      {EVENTS.map(({ event, label, help }) => (
        <SwitchField
          key={event}
          label={label}
          help={help}
          checked={events.includes(event)}
          onChange={(isOn) => toggle(event, isOn)}
        />
      ))}
    </fieldset>
  );
}
