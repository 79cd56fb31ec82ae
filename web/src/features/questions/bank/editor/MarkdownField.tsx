import { useDeferredValue } from 'react';
import { TextAreaField } from '../../../../shared/ui/form/TextAreaField.tsx';
import { Markdown } from '../../markdown/Markdown.tsx';
import { QUESTION_TEXT_MAX } from '@cip/contracts/questions/starter-limits';
import { tooLong } from '../form/question-draft.ts';
import styles from '../form/question-editor.module.css';

interface MarkdownFieldProps {
  label: string;
  help: string;
  /** Whether the preview follows; on a wide screen it is beside the form. */
  hasPreview: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** Renders a field for Markdown. */
export function MarkdownField({ label, help, hasPreview, value, onChange }: MarkdownFieldProps) {
  const shown = useDeferredValue(value);
  return (
    <div className={styles.markdown}>
      <TextAreaField
        label={label}
        help={help}
        rows={7}
        error={tooLong(value, QUESTION_TEXT_MAX)}
        value={value}
        onChange={onChange}
      />
      {hasPreview && shown.trim() !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus
        <section className={styles.preview} aria-label={`Preview: ${label}`} tabIndex={0}>
          <Markdown text={shown} />
        </section>
      )}
    </div>
  );
}
