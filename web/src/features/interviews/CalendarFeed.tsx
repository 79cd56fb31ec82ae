import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { formatDay } from '../../shared/format.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ShownOnce } from '../../shared/ui/form/ShownOnce.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './CalendarFeed.module.css';
import { calendarFeedQuery, createFeed, removeFeed } from './calendar-feed.calls.ts';

/** Creates, replaces and turns off the address at which calendars read the user's interviews. */
export function CalendarFeed() {
  const query = useQuery(calendarFeedQuery);
  const hasFailed = useFailure(query);
  return (
    <>
      {hasFailed && <LoadFailed query={query}>Failed to load your calendar</LoadFailed>}
      {query.data !== undefined ? <Feed since={query.data} /> : !hasFailed && <Skeleton rows={1} height={56} />}
    </>
  );
}

type Asked = 'replace' | 'remove';

function Feed({ since }: { since: string | null }) {
  const [address, setAddress] = useState<string | null>(null);
  const [asked, ask] = useState<Asked | null>(null);
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: calendarFeedQuery.queryKey });
  const create = useAction({
    run: async () => setAddress(await createFeed()),
    failure: () => 'Failed to create the calendar address',
    onSettled,
  });
  const remove = useAction({
    run: async () => {
      await removeFeed();
      setAddress(null);
    },
    failure: () => 'Failed to turn the calendar address off',
    onSettled,
  });
  const problem = create.problem ?? remove.problem;
  return (
    <>
      <Problem text={problem} />
      {address !== null ? (
        <Address address={address} />
      ) : (
        since !== null && <p className={styles.text}>A calendar can read your sessions since {formatDay(since)}.</p>
      )}
      <ButtonRow>
        <Button
          onClick={() => (since === null ? create.start() : ask('replace'))}
          busy={create.busy}
          busyText="Creating..."
        >
          {since === null ? 'Create calendar address' : 'Replace address'}
        </Button>
        {since !== null && (
          <Button onClick={() => ask('remove')} busy={remove.busy}>
            Turn off
          </Button>
        )}
      </ButtonRow>
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'replace' ? 'Replace the calendar address?' : 'Turn the calendar address off?'}
          confirm={asked === 'replace' ? 'Replace' : 'Turn off'}
          onConfirm={() => {
            ask(null);
            (asked === 'replace' ? create : remove).start();
          }}
          onCancel={() => ask(null)}
        >
          Calendars that use the address no longer see your sessions.
        </ConfirmDialog>
      )}
    </>
  );
}

function Address({ address }: { address: string }) {
  return (
    <>
      <ShownOnce label="Your calendar address" text={address} />
      <p className={styles.text}>
        In Google Calendar, choose “From URL”; in Outlook, “Subscribe from web”. On a Mac, an iPhone or an iPad,{' '}
        <a href={address.replace(/^https?:/, 'webcal:')}>subscribe here</a>. Keep the address to yourself: everyone who
        has it can see your sessions.
      </p>
    </>
  );
}
