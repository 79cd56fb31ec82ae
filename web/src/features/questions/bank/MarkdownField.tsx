import { useDeferredValue } from 'react';
import { TextAreaField } from '../../../shared/ui/form/TextAreaField.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { QUESTION_TEXT_MAX } from '../question-limits.ts';
import { tooLong } from './question-draft.ts';
import styles from './question-form.module.css';

interface MarkdownFieldProps {
  label: string;
  help: string;
  value: string;
  onChange: (value: string) => void;
}

/** Renders a field for Markdown beside its preview, on a phone above it. */
export function MarkdownField({ label, help, value, onChange }: MarkdownFieldProps) {
  const shown = useDeferredValue(value);
  return (
    <div className={styles.split}>
      <TextAreaField
        label={label}
        help={help}
        rows={10}
        error={tooLong(value, QUESTION_TEXT_MAX)}
        value={value}
        onChange={onChange}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus */}
      <section className={styles.preview} aria-label={`Preview: ${label}`} tabIndex={0}>
        {shown.trim() === '' ? <p className={styles.empty}>The preview appears here.</p> : <Markdown text={shown} />}
      </section>
    </div>
  );
}
