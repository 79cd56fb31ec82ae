import { mayInterview } from '@cip/contracts/accounts/roles';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { storedRole } from '../../shared/device/stored-role.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { EmptyState } from '../../shared/ui/feedback/EmptyState.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { useFailure } from '../../shared/form/use-failure.ts';
import { SearchField } from '../../shared/ui/joy/SearchField.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { matchesInterviewer } from './matches-interviewer.ts';
import { InterviewerCards } from './InterviewerCards.tsx';
import styles from './interviewers.module.css';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { interviewersQuery, type Person } from './interviewers.queries.ts';
import { ListUnavailable } from './ListUnavailable.tsx';

// Not part of the cached shell, because it is of no use without a server.
const InterviewerDialog = lazyPart(async () => (await import('./InterviewerDialog.tsx')).InterviewerDialog);
const RemoveSecondFactor = lazyPart(async () => (await import('./RemoveSecondFactor.tsx')).RemoveSecondFactor);
const DeleteInterviewer = lazyPart(async () => (await import('./DeleteInterviewer.tsx')).DeleteInterviewer);

type Open = { dialog: 'add' } | { dialog: 'edit' | 'remove factor' | 'delete'; user: Person };

/** Renders the people of the company, with their management; `most` is how many who interview the plan includes. */
export function InterviewersScreen({ most }: { most?: number | undefined }) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const query = useQuery(interviewersQuery);
  const { data } = query;
  const hasFailed = useFailure(query);
  const shown = data?.filter((user) => matchesInterviewer(user, search)) ?? [];
  const used = data?.filter(({ role }) => mayInterview(role)).length ?? 0;
  // A coordinator can still be added.
  const isFull = most !== undefined && used >= most;
  return (
    <Page
      title="Interviewers"
      lead="Everyone signs in with their own email. Roles decide what they can do."
      actions={
        <>
          {data && most !== undefined && <Usage used={used} most={most} />}
          <Button look={isFull ? 'secondary' : 'primary'} onClick={() => setOpen({ dialog: 'add' })}>
            Add colleague
          </Button>
        </>
      }
    >
      {hasFailed && <ListUnavailable query={query} />}
      <Problem text={problem} onDismiss={() => setProblem(null)} />
      {(!data || data.length > 0) && (
        <SearchField placeholder="Search by name or email" value={search} onChange={setSearch} />
      )}
      {!data && !hasFailed && <Skeleton rows={3} height={88} />}
      {shown.length > 0 && (
        <InterviewerCards
          users={shown}
          onEdit={(user) => setOpen({ dialog: 'edit', user })}
          onRemoveSecondFactor={(user) => setOpen({ dialog: 'remove factor', user })}
          onDelete={(user) => setOpen({ dialog: 'delete', user })}
        />
      )}
      {data && shown.length === 0 && <NoInterviewers searching={search.trim() !== ''} />}
      <Suspense>{open && <Dialogs open={open} onClose={() => setOpen(null)} onProblem={setProblem} />}</Suspense>
    </Page>
  );
}

interface DialogsProps {
  open: Open;
  onClose: () => void;
  onProblem: (problem: string | null) => void;
}

function Dialogs({ open, ...then }: DialogsProps) {
  if (open.dialog === 'add') return <InterviewerDialog user={null} onClose={then.onClose} />;
  if (open.dialog === 'edit') return <InterviewerDialog user={open.user} onClose={then.onClose} />;
  if (open.dialog === 'remove factor') return <RemoveSecondFactor user={open.user} {...then} />;
  return <DeleteInterviewer user={open.user} {...then} />;
}

function Usage({ used, most }: { used: number; most: number }) {
  return (
    <span className={styles.usage}>
      {`${used} of ${most} in your plan`}
      {used >= most && storedRole() === 'owner' && (
        <>
          {' · '}
          <TextLink to="/subscription-plans">View plans</TextLink>
        </>
      )}
    </span>
  );
}

function NoInterviewers({ searching }: { searching: boolean }) {
  if (searching) return <EmptyState title="No interviewers found">Try another name or email.</EmptyState>;
  return (
    <EmptyState title="No interviewers yet">
      You’re interviewing as the company. Add colleagues so candidates see who they’re talking to.
    </EmptyState>
  );
}
