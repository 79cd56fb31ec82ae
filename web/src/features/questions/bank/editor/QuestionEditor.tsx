import type { QuestionContent } from '@cip/contracts/questions/questions';
import { QUESTION_DATA_MAX } from '@cip/contracts/runs/run-limits';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { TextAreaField } from '../../../../shared/ui/form/TextAreaField.tsx';
import { Tabs } from '../../../../shared/ui/tabs/Tabs.tsx';
import { TABLE, WIDE } from '../../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../../shared/ui/theme/use-media.ts';
import { MarkdownField } from './MarkdownField.tsx';
import { tooLong } from '../form/question-draft.ts';
import styles from '../form/question-editor.module.css';
import type { QuestionParts } from '../question-parts.ts';
import { partId, partsOf } from './question-sections.ts';
import type { PartName } from './question-sections.ts';
import { QuestionAbout } from './QuestionAbout.tsx';
import { QuestionMap } from './QuestionMap.tsx';
import { QuestionView } from './QuestionView.tsx';
import { RunTests } from '../solution/RunTests.tsx';
import { StartersField } from './StartersField.tsx';
import { TestsField } from '../solution/TestsField.tsx';
import { TrySolution } from '../solution/TrySolution.tsx';
import { useSolution } from '../solution/use-solution.ts';
import type { Solution } from '../solution/use-solution.ts';

/** Rows of the field for SQL data, which is one line high while it is empty. */
const DATA_ROWS_MAX = 10;

export interface QuestionEditorProps {
  draft: QuestionContent;
  change: (part: Partial<QuestionContent>) => void;
  parts: QuestionParts;
}

/**
 * Renders the parts of a question: between a map of them and what candidates see of them, on a tablet beside the map,
 * on a phone one at a time.
 */
export function QuestionEditor({ draft, change, parts }: QuestionEditorProps) {
  const isPhone = !useMedia(TABLE);
  const isWide = useMedia(WIDE);
  const solution = useSolution({ draft, change, parts });
  const names = partsOf(draft);
  const [chosen, setChosen] = useState<PartName>('Text');
  const current = names.includes(chosen) ? chosen : 'Tests';
  const bodies = partBodies({ draft, change, parts, solution, isPhone, isWide });
  return (
    <div className={styles.editor}>
      <QuestionAbout {...{ draft, parts, change }} />
      {isPhone && (
        <div className={styles.tabs}>
          <Tabs
            label="Parts of the question"
            names={names}
            chosen={current}
            onChoose={setChosen}
            id="question"
            size="sm"
          />
        </div>
      )}
      <div className={styles.columns} onKeyDownCapture={(event) => runByKey(event, solution)}>
        {!isPhone && <QuestionMap draft={draft} current={current} />}
        <div
          className={styles.parts}
          {...(isPhone && { role: 'tabpanel', id: 'question-panel', 'aria-label': current })}
        >
          {(isPhone ? [current] : names).map((name) => (
            <div key={name} id={partId(name)} onFocus={() => setChosen(name)}>
              {bodies[name]}
            </div>
          ))}
        </div>
        {isWide && <QuestionView draft={draft} isGuide={current === 'Guide'} />}
      </div>
    </div>
  );
}

interface PartBodies extends Pick<QuestionEditorProps, 'draft' | 'change' | 'parts'> {
  solution: Solution;
  isPhone: boolean;
  isWide: boolean;
}

function partBodies({ draft, change, parts, solution, isPhone, isWide }: PartBodies): Record<PartName, ReactNode> {
  const run = partsOf(draft).includes('Try it') && <RunTests solution={solution} />;
  return {
    Text: (
      <MarkdownField
        label="Text for the candidate"
        help="Markdown: headings, lists, code and tables."
        hasPreview={!isWide}
        value={draft.text}
        onChange={(text) => change({ text })}
      />
    ),
    Guide: (
      <MarkdownField
        label="Guide for interviewers"
        help="Candidates never get it: hints in order, follow-ups, what a good answer looks like."
        hasPreview={!isWide}
        value={draft.guide}
        onChange={(guide) => change({ guide })}
      />
    ),
    Starters: <StartersField starters={draft.starters} parts={parts} onChange={(starters) => change({ starters })} />,
    'SQL data': <DataField data={draft.data} onChange={(data) => change({ data })} />,
    Tests: (
      <TestsField tests={draft.tests} solution={solution} onChange={(tests) => change({ tests })}>
        {run}
      </TestsField>
    ),
    'Try it': (
      <TrySolution solution={solution} parts={parts}>
        {isPhone && run}
      </TrySolution>
    ),
  };
}

function DataField({ data, onChange }: { data: string | null; onChange: (data: string | null) => void }) {
  return (
    <div className={styles.code}>
      <TextAreaField
        label="SQL data"
        help="Executed in an empty database before each run. Leave it empty for questions without SQL."
        rows={(data ?? '').split('\n', DATA_ROWS_MAX).length}
        error={tooLong(data ?? '', QUESTION_DATA_MAX)}
        value={data ?? ''}
        onChange={(text) => onChange(text === '' ? null : text)}
      />
    </div>
  );
}

/** Runs the tests by Control or ⌘ with Enter, as in a room, before an editor inserts a line. */
function runByKey(event: KeyboardEvent, { isRunning, run }: Solution): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat && !isRunning) run();
}
