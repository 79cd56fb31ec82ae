import type { Webhook } from '@cip/contracts/integrations/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, type Outcome } from '../../shared/form/use-action.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { ShownOnce } from '../../shared/ui/form/ShownOnce.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import styles from './integrations.module.css';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { removeWebhook, replaceSecret, switchOn, webhooksQuery } from './webhooks.calls.ts';

/** Lists the company's webhooks with their messages, adds new ones and deletes them. */
export function Webhooks() {
  const query = useQuery(webhooksQuery);
  const hasFailed = useFailure(query);
  return (
    <>
      {hasFailed && <LoadFailed query={query}>Failed to load the webhooks</LoadFailed>}
      {query.data ? <WebhookList webhooks={query.data} /> : !hasFailed && <Skeleton rows={2} height={56} />}
      {query.data && <NewWebhook />}
    </>
  );
}

type Change = { kind: 'enable' | 'replace' | 'delete'; webhook: Webhook };

const QUESTIONS = {
  replace: {
    title: 'Replace the secret?',
    confirm: 'Replace',
    confirmBusy: 'Replacing...',
    text: 'Messages are signed with both secrets for 24 hours. Give the new one to the receiver by then.',
  },
  delete: {
    title: 'Delete this webhook?',
    confirm: 'Delete',
    confirmBusy: 'Deleting...',
    text: 'Its receiver gets no more messages, and the list of its messages is deleted.',
  },
};

async function make({ kind, webhook: { id } }: Change): Promise<string | null> {
  if (kind === 'replace') return replaceSecret(id);
  await (kind === 'delete' ? removeWebhook(id) : switchOn(id));
  return null;
}

function WebhookList({ webhooks }: { webhooks: Webhook[] }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<(Change & { kind: keyof typeof QUESTIONS }) | null>(null);
  const [outcome, report] = useState<Outcome | null>(null);
  // Given once, so it stays until it is read or its webhook is deleted.
  const [secret, setSecret] = useState<{ id: string; text: string } | null>(null);
  const { busy, start } = useAction({
    run: async (change: Change) => {
      const { id } = change.webhook;
      const text = await make(change);
      if (text !== null) setSecret({ id, text });
      else if (change.kind === 'delete') setSecret((shown) => (shown?.id === id ? null : shown));
      return change.kind;
    },
    success: (kind) => ({ enable: 'Webhook switched on', replace: null, delete: 'Webhook deleted' })[kind],
    failure: () => 'Failed to change the webhook',
    report,
    async onSettled() {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      setAsked(null);
    },
  });
  const question = asked && QUESTIONS[asked.kind];
  return (
    <>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {secret !== null && <ShownOnce label="The new secret" text={secret.text} onDone={() => setSecret(null)} />}
      {webhooks.length === 0 ? (
        <p className={styles.empty}>No webhooks yet.</p>
      ) : (
        <ul aria-label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              busy={busy}
              onEnable={() => start({ kind: 'enable', webhook })}
              onReplace={() => setAsked({ kind: 'replace', webhook })}
              onDelete={() => setAsked({ kind: 'delete', webhook })}
            />
          ))}
        </ul>
      )}
      {asked && question && (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          confirmBusy={question.confirmBusy}
          busy={busy}
          onConfirm={() => start(asked)}
          onCancel={() => setAsked(null)}
        >
          <p>{question.text}</p>
          <p className={styles.address}>{asked.webhook.url}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
