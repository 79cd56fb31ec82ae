import type { Aside } from '@cip/contracts/rooms/asides';
import { codeExtension } from '@cip/contracts/rooms/code-files';
import type { CodeEditorData } from '@cip/contracts/rooms/documents';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { saveCode } from '../../../shared/code/code-copy.ts';
import { copyCode } from '../../../shared/ui/feedback/copy-code.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { CODE_PREVIEW_CHARS } from '../../../shared/limits.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';
import { codeQuery } from '../interviews.queries.ts';
import type { ReviewParts } from './review-parts.ts';
import { useFileTabs } from '../../../shared/ui/tabs/useFileTabs.tsx';
import { ButtonRow } from '../../../shared/ui/ButtonRow.tsx';
import styles from './review.module.css';

export interface CodePreviewProps {
  interviewId: string;
  parts: CodeParts;
}

type CodeParts = Pick<ReviewParts, 'CodeView' | 'LanguageName'>;

/** Shows an interview's code, once it has loaded. */
export function CodePreview({ interviewId, parts }: CodePreviewProps) {
  const query = useQuery(codeQuery(interviewId));
  const { data, error, isPending } = query;
  const hasFailed = useFailure(query);
  if (isPending && !hasFailed) return <CodePlace />;
  const isAbsent = error instanceof ApiError && error.status === 404;
  const isUnreadable = error instanceof ApiError && error.code === 'unreadable';
  if (isUnreadable) return <Notice tone="bad">{error.message}</Notice>;
  if (hasFailed && !isAbsent) return <LoadFailed query={query}>Failed to load the code</LoadFailed>;
  if (data === undefined) return <p>No code editor data available for this session</p>;
  const { asides = [] } = data;
  return (
    <>
      <Code data={data} parts={parts} />
      {asides.map((aside) => (
        <AsideCode key={aside.number} aside={aside} parts={parts} />
      ))}
    </>
  );
}

/** A line about the code and its box in a narrow window, as review.module.css has them (CSS pixels). */
const CODE_PX = 288;

/** Renders the place of a code that loads, as high as the code in a narrow window, where the notes are below it. */
const CodePlace = () => (
  <>
    <Skeleton rows={1} height={CODE_PX} />
    <div className={styles.unseen}>
      <ButtonRow>
        <Button>View Full Code</Button>
        <Button look="quiet">Copy code</Button>
        <Button look="quiet">Download code</Button>
      </ButtonRow>
    </div>
  </>
);

/** The first 500 characters of the code or of its chosen file, and all of them after a click. */
function Code({ data, parts: { CodeView, LanguageName } }: { data: CodeEditorData; parts: CodeParts }) {
  const [isWhole, setWhole] = useState(false);
  const { code_content: code, language, files } = data;
  const { name, content, tabs } = useFileTabs({ code, files });
  const preview = content.length > CODE_PREVIEW_CHARS ? `${content.slice(0, CODE_PREVIEW_CHARS)}...` : content;
  return (
    <>
      <p className={styles.meta}>
        Language: <LanguageName language={language} /> · Last updated: {formatDateTime(data.last_updated_at)}
      </p>
      {tabs}
      <pre
        className={styles.text}
        role="region"
        aria-label={isWhole ? 'Full code' : 'Code preview'}
        data-whole={isWhole}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <CodeView code={isWhole ? content : preview} language={language} file={name} />
      </pre>
      <ButtonRow>
        <Button onClick={() => setWhole(!isWhole)}>{isWhole ? 'Show preview' : 'View Full Code'}</Button>
        <Button look="quiet" onClick={() => void copyCode(content)}>
          {files ? 'Copy file' : 'Copy code'}
        </Button>
        <Button
          look="quiet"
          onClick={() => void saveCode({ code, language, files }, `interview.${codeExtension(language)}`)}
        >
          {files ? 'Download all files' : 'Download code'}
        </Button>
      </ButtonRow>
    </>
  );
}

/** A code that was put aside for another question, folded. */
function AsideCode({ aside, parts: { CodeView, LanguageName } }: { aside: Aside; parts: CodeParts }) {
  const { number, question_number: question, participant_name: author, at, language, code, files } = aside;
  const { name, content, tabs } = useFileTabs({ code, files });
  const title = `Answer ${number}, put aside for question ${question}`;
  return (
    <details className={styles.aside}>
      <summary>{title}</summary>
      <p className={styles.meta}>
        Language: <LanguageName language={language} /> · Put aside by {author}: {formatDateTime(at)}
      </p>
      {tabs}
      <pre
        className={styles.text}
        role="region"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <CodeView code={content} language={language} file={name} />
      </pre>
      <ButtonRow>
        <Button look="quiet" onClick={() => void copyCode(content)}>
          {files ? 'Copy file' : 'Copy code'}
        </Button>
        <Button
          look="quiet"
          onClick={() => void saveCode({ code, language, files }, `answer-${number}.${codeExtension(language)}`)}
        >
          {files ? 'Download all files' : 'Download code'}
        </Button>
      </ButtonRow>
    </details>
  );
}
