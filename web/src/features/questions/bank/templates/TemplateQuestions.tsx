import type { Template } from '@cip/contracts/questions/templates';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { SearchField } from '../../../../shared/ui/joy/SearchField.tsx';
import { singlePress } from '../../../../shared/ui/plain/single-press.ts';
import { questionFacts } from '../../question-facts.ts';
import { questionsQuery } from '../../questions.queries.ts';
import { TEMPLATE_QUESTIONS_MAX } from '../../question-limits.ts';
import styles from '../question-form.module.css';

type Questions = Template['questions'];

/** Matches that are offered together. */
const OFFERED = 5;

interface TemplateQuestionsProps {
  questions: Questions;
  /** Names a language for users. */
  languageLabel: (language: string) => string;
  onChange: (next: Questions) => void;
}

/** Renders the questions of a template in their order, and a search for more. */
export function TemplateQuestions({ questions, languageLabel, onChange }: TemplateQuestionsProps) {
  const move = (index: number, by: number) => {
    const next = [...questions];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onChange(next);
  };
  return (
    <fieldset className={styles.group}>
      <legend>Questions</legend>
      <ol className={styles.list}>
        {questions.map(({ id, title, ...about }, index) => (
          <li key={id}>
            <span>
              {about.is_archived ? `${title} (archived)` : title}{' '}
              <small className={styles.help}>{questionFacts(about, languageLabel)}</small>
            </span>
            <Actions
              {...{ title, index }}
              isLast={index === questions.length - 1}
              onMove={(by) => move(index, by)}
              onRemove={() => onChange(questions.filter((question) => question.id !== id))}
            />
          </li>
        ))}
      </ol>
      {questions.length < TEMPLATE_QUESTIONS_MAX && <Offers {...{ questions, languageLabel, onChange }} />}
    </fieldset>
  );
}

interface ActionsProps {
  title: string;
  index: number;
  isLast: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function Actions({ title, index, isLast, onMove, onRemove }: ActionsProps) {
  const look = { size: 'sm', look: 'quiet' } as const;
  return (
    <span className={styles.listActions}>
      <Button {...look} aria-label={`Move ${title} up`} disabled={index === 0} onClick={() => onMove(-1)}>
        Up
      </Button>
      <Button {...look} aria-label={`Move ${title} down`} disabled={isLast} onClick={() => onMove(1)}>
        Down
      </Button>
      <Button {...look} aria-label={`Remove ${title}`} onClick={singlePress(onRemove)}>
        Remove
      </Button>
    </span>
  );
}

function Offers({ questions, languageLabel, onChange }: TemplateQuestionsProps) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data, isPlaceholderData } = useQuery(questionsQuery({ page: 1, search, tag: null, isArchived: false }));
  const free = data?.data.filter(({ id }) => !questions.some((question) => question.id === id)) ?? [];
  const add = ({ id, title, is_archived, languages, test_count, minutes }: Questions[number]) => {
    onChange([...questions, { id, title, is_archived, languages, test_count, minutes }]);
    setTyped('');
  };
  const addOnly = () => {
    const [only, second] = free;
    // Not if it is offered for an earlier text.
    const isFound = search !== '' && search === typed.trim() && !isPlaceholderData;
    if (only && !second && isFound) add(only);
  };
  return (
    <>
      <SearchField placeholder="Find a question to add" value={typed} onChange={setTyped} onEnter={addOnly} />
      <ul className={styles.list}>
        {free.slice(0, OFFERED).map((question) => (
          <li key={question.id}>
            <span>
              {question.title} <small className={styles.help}>{questionFacts(question, languageLabel)}</small>
            </span>
            <Button size="sm" aria-label={`Add ${question.title}`} onClick={() => add(question)}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
