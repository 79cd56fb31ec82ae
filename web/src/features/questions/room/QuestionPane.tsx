import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import type { ReactNode } from 'react';
import { formatCountOf } from '../../../shared/format.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { languagesOf } from './question-languages.ts';
import styles from './question-pane.module.css';
import { questionTabName } from './useChosenQuestion.ts';

export interface QuestionPaneProps {
  questions: readonly ShownQuestion[];
  /** The question that is read. */
  question: ShownQuestion;
  /** How many codes were put aside. */
  asides: number;
  /** Prefix of the ids of the tabs that choose a question. */
  tabsId: string;
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
  renderTests: (question: ShownQuestion) => ReactNode;
}

/** Shows a question of the room: its text, its tests, and its starter. */
export function QuestionPane(props: QuestionPaneProps) {
  const { questions, question, asides, tabsId, language, labelOf, change, renderTests } = props;
  const languages = languagesOf(question);
  const further = question.starters.find((starter) => starter.language === language)?.files?.length ?? 0;
  const isOther = languages.length > 0 && !languages.includes(language);
  return (
    <section className={styles.pane} aria-label="Question">
      {/* Each question keeps its own place. */}
      {questions.map((one) => (
        <div
          key={one.id}
          role="tabpanel"
          id={one.id === question.id ? `${tabsId}-panel` : undefined}
          aria-label={questionTabName(one)}
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
            {`In ${labelOf(language)}${further > 0 ? `, with ${formatCountOf(further, 'more file')}` : ''}. Nothing typed is lost.`}
            {asides > 0 && ` ${formatCountOf(asides, 'answer')} put aside.`}
          </span>
        </div>
      )}
    </section>
  );
}
