import type { ApiKey } from '@cip/contracts/integrations/api-keys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, type Outcome } from '../../shared/form/use-action.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { formatDateTime, formatDay } from '../../shared/format.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { apiKeysQuery, revokeKey } from './api-keys.calls.ts';
import styles from './integrations.module.css';
import { NewApiKey } from './NewApiKey.tsx';

/** Lists the company's API keys, makes new ones and revokes them. */
export function ApiKeys() {
  const query = useQuery(apiKeysQuery);
  const hasFailed = useFailure(query);
  const keys = query.data;
  return (
    <>
      {hasFailed && <LoadFailed query={query}>Failed to load the API keys</LoadFailed>}
      {keys ? <KeyList keys={keys} readAt={query.dataUpdatedAt} /> : !hasFailed && <Skeleton rows={2} height={56} />}
      {keys && <NewApiKey />}
    </>
  );
}

function KeyList({ keys, readAt }: { keys: ApiKey[]; readAt: number }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const [outcome, report] = useState<Outcome | null>(null);
  const { busy, start } = useAction({
    run: (id: string) => revokeKey(id),
    success: () => 'API key revoked',
    failure: () => 'Failed to revoke the API key',
    report,
    async onSettled() {
      await queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      setAsked(null);
    },
  });
  return (
    <>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {keys.length === 0 ? (
        <p className={styles.empty}>No API keys yet.</p>
      ) : (
        <ul aria-label="API keys">
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              shown={key}
              isExpired={Date.parse(key.expires_at) <= readAt}
              onRevoke={() => setAsked(key)}
            />
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title={`Revoke ${asked.name}?`}
          confirm="Revoke"
          confirmBusy="Revoking..."
          busy={busy}
          onConfirm={() => start(asked.id)}
          onCancel={() => setAsked(null)}
        >
          Programs that use this key are refused right away.
        </ConfirmDialog>
      )}
    </>
  );
}

function KeyRow({ shown, isExpired, onRevoke }: { shown: ApiKey; isExpired: boolean; onRevoke: () => void }) {
  const { name, scope, hint, expires_at: expiresAt, last_used_at: lastUsedAt } = shown;
  return (
    <ListRow
      name={name}
      chips={
        <>
          <StatusChip tone={scope === 'write' ? 'warn' : 'plain'}>{scope === 'write' ? 'Write' : 'Read'}</StatusChip>
          {isExpired && <StatusChip tone="bad">Expired</StatusChip>}
        </>
      }
      facts={[
        `ends in ${hint}`,
        isExpired ? `Expired ${formatDay(expiresAt)}` : `Until ${formatDay(expiresAt)}`,
        lastUsedAt === null ? 'Never used' : `Last used ${formatDateTime(lastUsedAt)}`,
      ]}
    >
      <Button onClick={onRevoke} aria-label={`Revoke ${name}, which ends in ${hint}`}>
        Revoke
      </Button>
    </ListRow>
  );
}
