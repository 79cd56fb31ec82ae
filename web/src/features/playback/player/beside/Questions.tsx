import type { ComponentType } from 'react';
import type { Extras } from '../../replay/recording.ts';
import styles from './beside.module.css';

interface QuestionsProps {
  questions: Extras['questions'];
  /** Level of the headings. */
  level: 2 | 3;
  QuestionText: ComponentType<{ text: string }> | undefined;
}

/** The texts of the questions that were shown. */
export function Questions({ questions, level, QuestionText = PlainText }: QuestionsProps) {
  const Heading = `h${level}` as const;
  return questions.map(({ number, text }) => (
    <section key={number} className={styles.paper}>
      <Heading>Question {number}</Heading>
      <QuestionText text={text} />
    </section>
  ));
}

function PlainText({ text }: { text: string }) {
  return <p className={styles.plain}>{text}</p>;
}
