import type { ReviewLink } from '@cip/contracts/playback/review-links';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../shared/form/use-action.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import styles from './links.module.css';
import { reviewLinksQuery, revokeReviewLink } from './review-links.queries.ts';

/** The valid links of an interview, each with its button to revoke it. */
export function LinkList({ interviewId }: { interviewId: string }) {
  const query = useQuery(reviewLinksQuery(interviewId));
  const hasFailed = useFailure(query);
  const links = query.data ?? [];
  const queries = useQueryClient();
  const [asked, setAsked] = useState<string | null>(null);
  const { busy, start } = useAction({
    run: async (linkId: string) => {
      await revokeReviewLink(interviewId, linkId);
      await queries.invalidateQueries({ queryKey: reviewLinksQuery(interviewId).queryKey });
    },
    failure: () => 'Failed to revoke the link',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
    onSettled: () => setAsked(null),
  });
  if (hasFailed) return <LoadFailed query={query}>Failed to load the review links</LoadFailed>;
  if (links.length === 0) return null;
  return (
    <>
      <ul className={styles.links} aria-label="Review links">
        {links.map((link) => (
          <li key={link.id}>
            <p>
              <span>Until {formatDateTime(link.expires_at)}</span>
              <span className={styles.facts}>{factsOf(link).join(' · ')}</span>
            </p>
            <Button
              size="sm"
              aria-label={`Revoke the link until ${formatDateTime(link.expires_at)}`}
              onClick={() => setAsked(link.id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          title="Revoke this link?"
          confirm="Revoke"
          confirmBusy="Revoking..."
          busy={busy}
          onConfirm={() => start(asked)}
          onCancel={() => setAsked(null)}
        >
          Readers who have it can no longer open the playback.
        </ConfirmDialog>
      )}
    </>
  );
}

function factsOf(link: ReviewLink): string[] {
  const { created_by: maker, opened_at: openedAt, shows_candidate, shows_questions, shows_scorecards } = link;
  return [
    ...(maker === null ? [] : [`made by ${maker}`]),
    openedAt === null ? 'not opened yet' : `first opened ${formatDateTime(openedAt)}`,
    shows_candidate ? 'with the name' : 'without the name',
    ...(shows_questions ? ['with questions'] : []),
    ...(shows_scorecards ? ['with scorecards'] : []),
  ];
}
