import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { codeWithRunsQuery, type CodeOfInterview } from '../../features/interviews/interviews.queries.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { formatCountOf } from '../../shared/format.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { useFileTabs } from '../../shared/ui/tabs/useFileTabs.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { PastRuns } from './PastRuns.tsx';
import styles from './final-code.module.css';

/** Longest code that is shown with colors, because a scorecard must open fast. */
const COLORED_MAX_CHARS = 30_000;

// Not CodeView, which is in the list's chunk: shared by both, it would be one more file of the shell.
const ColoredCode = lazyPart(
  async () => (await import('../../features/documents/codemirror/ColoredCode.tsx')).ColoredCode,
  {
    fallback: ({ code }) => code,
  },
);

/** Renders the final code of an ended session and its runs, to be read while the scorecard is written. */
export function FinalCode({ cards }: { cards: InterviewCards }) {
  const query = useQuery(codeWithRunsQuery(cards.interview_id));
  const { data, error } = query;
  const hasFailed = useFailure(query);
  const isAbsent = error instanceof ApiError && error.status === 404;
  return (
    <aside className={styles.aside} aria-labelledby="final-code">
      <div className={styles.head}>
        <h3 id="final-code">Final code</h3>
        {data && <span>{languageOf(data.language).label}</span>}
      </div>
      {data && <Code code={data} />}
      {!data && !hasFailed && (
        <div className={styles.part}>
          <Skeleton rows={1} height={200} />
        </div>
      )}
      {isAbsent && <p className={styles.part}>No code editor data available for this session</p>}
      {hasFailed && !isAbsent && (
        <div className={styles.part}>
          <LoadFailed query={query}>Failed to load the code</LoadFailed>
        </div>
      )}
      {data?.runs && <PastRuns runs={data.runs} cards={cards} />}
    </aside>
  );
}

function Code({ code: { code_content: code, language, asides = [], files } }: { code: CodeOfInterview }) {
  const { name, content, tabs } = useFileTabs({ code, files });
  const lines = content.split('\n').length;
  return (
    <>
      {tabs}
      <pre
        className={styles.code}
        role="region"
        aria-labelledby="final-code"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <span className={styles.numbers} aria-hidden>
          {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
        </span>
        <code>
          <Suspense fallback={content}>
            {content.length > COLORED_MAX_CHARS ? (
              content
            ) : (
              <ColoredCode code={content} language={language} file={name} />
            )}
          </Suspense>
        </code>
      </pre>
      {asides.length > 0 && (
        <p className={styles.note}>{`${formatCountOf(asides.length, 'earlier answer')} in Code and details`}</p>
      )}
    </>
  );
}
