import type { SignIn } from '@cip/contracts/accounts/auth-sign-ins';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import type { Outcome } from '../../shared/form/use-action.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { endOneSignIn, endSignInsElsewhere, signInsQuery } from './account-security.calls.ts';

/** Stands for the id of every sign-in but this one. */
const ALL_OTHERS = 'others';

/** Lists the user's sign-ins, with buttons that end them. */
export function SignIns() {
  const query = useQuery(signInsQuery);
  const hasFailed = useFailure(query);
  const signIns = query.data;
  const { busy, outcome, end } = useEndSignIn();
  const [isAsking, setAsking] = useState(false);
  if (hasFailed) return <LoadFailed query={query}>Failed to load your sign-ins</LoadFailed>;
  if (!signIns) return <Skeleton rows={1} height={68} />;
  return (
    <>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <ul>
        {signIns.map((signIn) => (
          <Row key={signIn.id} signIn={signIn} busy={busy} onEnd={() => end(signIn.id)} />
        ))}
      </ul>
      {signIns.length > 1 && (
        <div>
          <Button onClick={() => setAsking(true)} busy={busy}>
            Sign out everywhere else
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Sign out everywhere else?"
          confirm="Sign out"
          onConfirm={() => {
            setAsking(false);
            end(ALL_OTHERS);
          }}
          onCancel={() => setAsking(false)}
        >
          Every other device is signed out right away, even during an interview. This one stays signed in.
        </ConfirmDialog>
      )}
    </>
  );
}

function Row({ signIn, busy, onEnd }: { signIn: SignIn; busy: boolean; onEnd: () => void }) {
  const { device, address, created_at: since, last_used_at: lastUsed, current } = signIn;
  return (
    <ListRow
      name={device}
      chips={current && <StatusChip tone="good">This device</StatusChip>}
      facts={[address, `Signed in ${formatDateTime(since)}`, `Last used ${formatDateTime(lastUsed)}`]}
    >
      {!current && (
        <Button onClick={onEnd} disabled={busy} aria-label={`Sign out ${device}, signed in ${formatDateTime(since)}`}>
          Sign out
        </Button>
      )}
    </ListRow>
  );
}

function useEndSignIn() {
  const client = useQueryClient();
  const [outcome, report] = useState<Outcome | null>(null);
  const { busy, start: end } = useAction({
    run: async (id: string) => {
      await (id === ALL_OTHERS ? endSignInsElsewhere() : endOneSignIn(id));
      return id;
    },
    success: (id) => (id === ALL_OTHERS ? 'You are signed out everywhere else' : null),
    failure: () => 'Failed to sign out there',
    report,
    // After a failure too, because another device may have ended the sign-in.
    onSettled: () => client.invalidateQueries({ queryKey: signInsQuery.queryKey }),
  });
  return { busy, outcome, end };
}
