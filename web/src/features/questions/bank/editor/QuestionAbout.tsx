import type { QuestionContent } from '@cip/contracts/questions/questions';
import { useState } from 'react';
import { TextButton } from '../../../../shared/ui/form/TextButton.tsx';
import { TextField } from '../../../../shared/ui/joy/TextField.tsx';
import { MINUTES_MAX, QUESTION_TITLE_MAX } from '../../question-limits.ts';
import { parseTags } from '../form/question-draft.ts';
import styles from '../form/question-editor.module.css';
import { labelOf } from '../question-parts.ts';
import type { QuestionParts } from '../question-parts.ts';

interface QuestionAboutProps {
  draft: QuestionContent;
  parts: QuestionParts;
  change: (part: Partial<QuestionContent>) => void;
}

/** Renders what a question is filed under in a line, which opens the fields for it; open while there is no title. */
export function QuestionAbout({ draft, parts, change }: QuestionAboutProps) {
  const [isOpen, setOpen] = useState(draft.title === '');
  const [tags, setTags] = useState(() => draft.tags.join(', '));
  const changeTags = (text: string) => {
    setTags(text);
    change({ tags: parseTags(text) });
  };
  return (
    <section className={styles.about} aria-label="About the question">
      <p className={styles.line}>
        {!isOpen && (factsOf(draft, parts) || 'No minutes, languages or tags yet')}
        {(!isOpen || draft.title !== '') && (
          <TextButton title="Title, minutes and tags" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Edit'}
          </TextButton>
        )}
      </p>
      {isOpen && (
        <div className={styles.fields}>
          <TextField
            label="Title"
            help="Only interviewers see it."
            maxLength={QUESTION_TITLE_MAX}
            autoFocus
            value={draft.title}
            onChange={(title) => change({ title })}
          />
          <TextField
            label="Minutes"
            help="Its usual length."
            inputMode="numeric"
            value={draft.minutes === null ? '' : String(draft.minutes)}
            onChange={(text) => change({ minutes: minutesOf(text) })}
          />
          <TextField label="Tags" help="Separate them with commas." value={tags} onChange={changeTags} />
        </div>
      )}
    </section>
  );
}

function factsOf({ minutes, starters, tags }: QuestionContent, parts: QuestionParts): string {
  const languages = starters.map(({ language }) => labelOf(parts, language)).join(', ');
  return [minutes !== null && `${minutes} min`, languages, tags.join(', ')].filter(Boolean).join(' · ');
}

function minutesOf(text: string): number | null {
  const minutes = Number.parseInt(text.replaceAll(/\D/g, ''), 10);
  return Number.isNaN(minutes) || minutes < 1 ? null : Math.min(minutes, MINUTES_MAX);
}
