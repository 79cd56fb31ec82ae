import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { formatCountOf } from '../../../shared/format.ts';
import { useStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import X from 'lucide-react/icons/x';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { languagesOf } from './question-languages.ts';
import styles from './question-pane.module.css';
import type { ShownQuestions } from './shown-questions.ts';

export interface QuestionPaneProps {
  shown: ShownQuestions;
  /** Language of the document. */
  language: string;
  /** Names a language for users. */
  labelOf: (language: string) => string;
  /** Changes the document; null if it is read-only. */
  change: {
    /** Inserts the starter of a question in the document's language. */
    insert: (question: ShownQuestion) => void;
    /** Changes the language for everyone. */
    language: (language: string) => void;
  } | null;
  /** Hides a question for everyone; null if the user is no interviewer. */
  onHide: ((id: string) => void) | null;
  renderTests: (question: ShownQuestion) => ReactNode;
  /** Folds the pane; null on a phone, which has tabs. */
  onFold: (() => void) | null;
}

/** Shows the questions of the room beside the code, on a phone in its place. */
export function QuestionPane({ shown, language, labelOf, change, onHide, renderTests, onFold }: QuestionPaneProps) {
  const { questions, front, asides = 0 } = useStore(shown.store);
  const [chosen, setChosen] = useState(front);
  const id = useId();
  useEffect(() => {
    setChosen(front);
  }, [front]);
  const question = questions.find((one) => one.id === chosen) ?? questions.find((one) => one.id === front);
  if (!question) return null;
  const names = questions.map(nameOf);
  const languages = languagesOf(question);
  const isOther = languages.length > 0 && !languages.includes(language);
  return (
    <section className={styles.pane} aria-label="Question">
      {(questions.length > 1 || onHide || onFold) && (
        <div className={styles.head}>
          <Tabs
            label="Questions"
            names={names}
            chosen={nameOf(question)}
            onChoose={(name) => setChosen(questions[names.indexOf(name)]?.id ?? null)}
            id={id}
            size="sm"
          />
          <span className={styles.space} />
          {onHide && (
            <Button size="sm" look="quiet" onClick={() => onHide(question.id)}>
              Hide for all
            </Button>
          )}
          {onFold && (
            <IconButton label="Fold the question" size="sm" onClick={onFold}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
      {/* Each question keeps its own place. */}
      {questions.map((one) => (
        <div
          key={one.id}
          role="tabpanel"
          id={one.id === question.id ? `${id}-panel` : undefined}
          aria-label={nameOf(one)}
          hidden={one.id !== question.id}
          tabIndex={0}
          className={styles.body}
        >
          <Markdown text={one.text} />
          {renderTests(one)}
        </div>
      ))}
      {change && isOther && (
        <div className={styles.foot}>
          <span className={styles.help}>{`The code is in ${labelOf(language)}, this question is not.`}</span>
          {languages.map((each) => (
            <Button key={each} size="sm" look="primary" onClick={() => change.language(each)}>
              {`Switch to ${labelOf(each)}`}
            </Button>
          ))}
        </div>
      )}
      {change && !isOther && question.starters.length > 0 && (
        <div className={styles.foot}>
          <Button size="sm" onClick={() => change.insert(question)}>
            Insert starter
          </Button>
          <span className={styles.help}>
            {`In ${labelOf(language)}. Nothing typed is lost.`}
            {asides > 0 && ` ${formatCountOf(asides, 'answer')} put aside.`}
          </span>
        </div>
      )}
    </section>
  );
}

const nameOf = ({ number }: ShownQuestion) => `Question ${number}`;
