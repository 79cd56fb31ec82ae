import { FILE_NAME_MAX } from '@cip/contracts/protocol/common';
import { STARTER_FILES_CHARS_MAX } from '@cip/contracts/questions/starter-limits';
import type { StarterFile } from '@cip/contracts/questions/starters';
import { Suspense } from 'react';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { TextField } from '../../../../shared/ui/joy/TextField.tsx';
import { codeBox } from '../form/code-box.ts';
import { tooLong } from '../form/question-draft.ts';
import styles from '../form/question-editor.module.css';
import type { QuestionParts } from '../question-parts.ts';

interface FileFieldsProps {
  file: StarterFile;
  number: number;
  /** The id of the file's language. */
  language: string;
  /** Why it cannot have its name. */
  problem: string | undefined;
  parts: QuestionParts;
  onChange: (part: Partial<StarterFile>) => void;
  onRemove: () => void;
}

/** Renders the fields of a file of a starter: its name, its code, and whether candidates get it. */
export function FileFields({ file, number, language, problem, parts, onChange, onRemove }: FileFieldsProps) {
  const name = file.name || `file ${number}`;
  return (
    <fieldset className={styles.test} aria-label={`File ${number}`}>
      <TextField
        label="Name"
        help="With its extension, such as utils.py or lib/utils.py."
        error={problem}
        maxLength={FILE_NAME_MAX}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={file.name === ''}
        value={file.name}
        onChange={(next) => onChange({ name: next })}
      />
      <FileCode label={`Code of ${name}`} {...{ file, language, parts, onChange }} />
      <div className={styles.switches}>
        <label>
          <input
            type="checkbox"
            checked={file.is_hidden ?? false}
            onChange={({ target }) => onChange({ is_hidden: target.checked })}
          />
          Hidden from candidates
        </label>
        <Button size="sm" look="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

function FileCode({
  label,
  file,
  language,
  parts,
  onChange,
}: Pick<FileFieldsProps, 'file' | 'language' | 'parts' | 'onChange'> & { label: string }) {
  const long = tooLong(file.code, STARTER_FILES_CHARS_MAX);
  return (
    <>
      <div className={styles.box} style={codeBox(file.code)}>
        <Suspense>
          {/* Its editor has one language. */}
          <parts.CodeField
            key={language}
            label={label}
            language={language}
            code={file.code}
            onChange={(code) => onChange({ code })}
          />
        </Suspense>
      </div>
      {long !== undefined && (
        <p role="alert" className={styles.problem}>
          {long}
        </p>
      )}
    </>
  );
}
