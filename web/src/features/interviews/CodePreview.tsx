import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { formatDateTime } from '../../shared/format.ts';
import { CODE_PREVIEW_CHARS } from '../../shared/limits.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { classes } from '../../shared/ui/theme/classes.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import styles from './InterviewDetails.module.css';
import { codeQuery } from './interviews.queries.ts';

/** Renders code in a language; a screen, which may import the editors' parsers, passes it in. */
export type CodeView = ComponentType<{ code: string; language: string }>;

export interface CodePreviewProps {
  interviewId: string;
  CodeView: CodeView;
}

/** Shows the first 500 characters of an interview's code, and all of it after a click. */
export function CodePreview({ interviewId, CodeView }: CodePreviewProps) {
  const query = useQuery(codeQuery(interviewId));
  const { data, error, isPending } = query;
  const hasFailed = useFailure(query);
  const [whole, setWhole] = useState(false);
  if (isPending && !hasFailed) return <Skeleton rows={1} height={120} />;
  const isAbsent = error instanceof ApiError && error.status === 404;
  const isUnreadable = error instanceof ApiError && error.code === 'unreadable';
  if (isUnreadable) return <Notice tone="bad">{error.message}</Notice>;
  if (hasFailed && !isAbsent) return <LoadFailed query={query}>Failed to load the code</LoadFailed>;
  if (data === undefined) return <p>No code editor data available for this session</p>;
  const code = data.code_content;
  const preview = code.length > CODE_PREVIEW_CHARS ? `${code.slice(0, CODE_PREVIEW_CHARS)}...` : code;
  return (
    <>
      <p className={styles.meta}>
        Language: {data.language} · Last updated: {formatDateTime(data.last_updated_at)}
      </p>
      <pre
        className={classes(styles.text, whole && styles.whole)}
        role="region"
        aria-label={whole ? 'Full code' : 'Code preview'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <CodeView code={whole ? code : preview} language={data.language} />
      </pre>
      <div>
        <Button onClick={() => setWhole(!whole)}>{whole ? 'Show preview' : 'View Full Code'}</Button>
      </div>
    </>
  );
}
