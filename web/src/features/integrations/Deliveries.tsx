import type { WebhookDelivery } from '@cip/contracts/integrations/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listedData } from '../../shared/api/listed-data.ts';
import { useLastPage } from '../../shared/api/use-last-page.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { formatCountOf, formatDateTime } from '../../shared/format.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import styles from './integrations.module.css';
import { eventLabel, resultText, STATES } from './webhook-texts.ts';
import { deliveriesQuery, redeliver, webhooksQuery } from './webhooks.calls.ts';

/** Lists the messages of a webhook with the result of their last try; any of them can be delivered again. */
export function Deliveries({ webhookId, canRedeliver }: { webhookId: string; canRedeliver: boolean }) {
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const query = useQuery(deliveriesQuery(webhookId, page));
  const hasFailed = useFailure(query);
  const { busy, input, problem, start } = useAction({
    run: (id: string) => redeliver(webhookId, id),
    failure: () => 'Failed to deliver the message again',
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  const data = listedData(query);
  const lastPage = useLastPage(query, page, setPage);
  return (
    <div className={styles.deliveries}>
      {hasFailed && <LoadFailed query={query}>Failed to load the messages</LoadFailed>}
      <Problem text={problem} />
      {!data && !hasFailed && <Skeleton rows={2} height={44} />}
      {data?.data.length === 0 && <p className={styles.empty}>No messages in the last 30 days.</p>}
      {data && data.data.length > 0 && (
        <ul aria-label="Messages">
          {data.data.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              busy={busy && input === delivery.id}
              {...(canRedeliver && { onRedeliver: () => start(delivery.id) })}
            />
          ))}
        </ul>
      )}
      <Pager page={page} lastPage={lastPage} onPage={setPage} />
    </div>
  );
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  busy: boolean;
  onRedeliver?: () => void;
}

function DeliveryRow({ delivery, busy, onRedeliver }: DeliveryRowProps) {
  const { type, created_at: createdAt, state, tries, due_at: dueAt } = delivery;
  return (
    <ListRow
      name={eventLabel(type)}
      chips={<StatusChip tone={STATES[state].tone}>{STATES[state].label}</StatusChip>}
      facts={[
        formatDateTime(createdAt),
        resultText(delivery),
        tries > 0 && formatCountOf(tries, 'try', 'tries'),
        tries > 0 && dueAt !== null && `Next ${formatDateTime(dueAt)}`,
      ]}
    >
      {onRedeliver && (
        <Button
          onClick={onRedeliver}
          busy={busy}
          busyText="Redelivering..."
          aria-label={`Redeliver ${eventLabel(type)} of ${formatDateTime(createdAt)}`}
        >
          Redeliver
        </Button>
      )}
    </ListRow>
  );
}
