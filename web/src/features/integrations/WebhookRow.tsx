import type { Webhook } from '@cip/contracts/integrations/webhooks';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Deliveries } from './Deliveries.tsx';
import styles from './integrations.module.css';
import { eventLabel, stateOf } from './webhook-texts.ts';

interface WebhookRowProps {
  webhook: Webhook;
  busy: boolean;
  onEnable: () => void;
  onReplace: () => void;
  onDelete: () => void;
}

/** Shows a webhook, and its messages on request. */
export function WebhookRow({ webhook, busy, onEnable, onReplace, onDelete }: WebhookRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { url, events, disabled_at: disabledAt, failing_since: failingSince, old_secret_until: oldUntil } = webhook;
  const state = stateOf(webhook);
  return (
    <ListRow
      isStacked
      name={url}
      chips={<StatusChip tone={state.tone}>{state.label}</StatusChip>}
      facts={[
        events.map(eventLabel).join(', '),
        disabledAt !== null && `Switched off after failures ${formatDateTime(disabledAt)}`,
        disabledAt === null && failingSince !== null && `Failing since ${formatDateTime(failingSince)}`,
        oldUntil !== null && `Previous secret until ${formatDateTime(oldUntil)}`,
      ]}
    >
      <div className={styles.actions}>
        {disabledAt !== null && (
          <Button onClick={onEnable} disabled={busy} aria-label={`Switch on ${url}`}>
            Switch on
          </Button>
        )}
        <Button onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} aria-label={`Messages to ${url}`}>
          Messages
        </Button>
        <Button onClick={onReplace} aria-label={`Replace secret of ${url}`}>
          Replace secret
        </Button>
        <Button onClick={onDelete} aria-label={`Delete ${url}`}>
          Delete
        </Button>
      </div>
      {isOpen && <Deliveries webhookId={webhook.id} canRedeliver={disabledAt === null} />}
    </ListRow>
  );
}
