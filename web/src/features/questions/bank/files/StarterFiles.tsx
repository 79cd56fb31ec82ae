import { starterFilesProblem } from '@cip/contracts/questions/starter-files';
import { STARTER_FILES_MAX } from '@cip/contracts/questions/starter-limits';
import type { Starter, StarterFile } from '@cip/contracts/questions/starters';
import { firstFileName, nameProblem } from '@cip/contracts/rooms/files';
import { useRef, useState } from 'react';
import { DisclosureRow } from '../../../../shared/ui/DisclosureRow.tsx';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import styles from '../form/question-editor.module.css';
import { labelOf } from '../question-parts.ts';
import type { QuestionParts } from '../question-parts.ts';
import { FileFields } from './FileFields.tsx';
import { ImportFiles } from './ImportFiles.tsx';

interface StarterFilesProps {
  starter: Starter;
  parts: QuestionParts;
  onChange: (files: StarterFile[]) => void;
  /** Called with the starter after an import, which may have another first file. */
  onImport: (starter: Starter) => void;
}

/** Renders the files of a starter besides its first one, a line each; one at a time is open. */
export function StarterFiles({ starter, parts, onChange, onImport }: StarterFilesProps) {
  const [open, setOpen] = useState<number | null>(null);
  const addition = useRef<HTMLButtonElement>(null);
  const { language, files = [] } = starter;
  const first = firstFileName(language, []);
  const add = () => {
    setOpen(files.length);
    onChange([...files, { name: '', code: '' }]);
  };
  const remove = (file: StarterFile) => {
    setOpen(null);
    onChange(files.filter((one) => one !== file));
    // The button that had the focus is gone.
    addition.current?.focus();
  };
  const problem = starterFilesProblem([{ ...starter, files: files.filter(({ name }) => name !== '') }]);
  return (
    <fieldset className={styles.part} aria-label={`Files in ${labelOf(parts, language)}`}>
      <p className={styles.help}>
        {files.length === 0
          ? 'A project has more files. Hidden ones never reach a candidate.'
          : `Beside ${first}, which is above. Hidden files never reach a candidate.`}
      </p>
      {files.length > 0 && (
        <ul className={styles.tests}>
          {files.map((file, index) => (
            <FileItem
              key={index}
              {...{ file, index, language, parts }}
              isOpen={index === open}
              others={[first, ...files.slice(0, index).map(({ name }) => name)]}
              onToggle={() => setOpen(index === open ? null : index)}
              onChange={(part) => onChange(files.map((one) => (one === file ? { ...one, ...part } : one)))}
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        {files.length < STARTER_FILES_MAX ? (
          <Button ref={addition} size="sm" onClick={add}>
            Add a file
          </Button>
        ) : (
          <span
            className={styles.help}
          >{`A starter has at most ${STARTER_FILES_MAX} files beside its first one.`}</span>
        )}
        <ImportFiles
          starter={starter}
          onImport={(next) => {
            setOpen(null);
            onImport(next);
          }}
        />
      </div>
    </fieldset>
  );
}

interface FileItemProps extends Pick<StarterFilesProps, 'parts'> {
  file: StarterFile;
  index: number;
  /** The language of the starter. */
  language: string;
  /** The names of the files before it. */
  others: string[];
  isOpen: boolean;
  onToggle: () => void;
  onChange: (part: Partial<StarterFile>) => void;
  onRemove: () => void;
}

function FileItem({ file, index, language, parts, others, isOpen, onToggle, onChange, onRemove }: FileItemProps) {
  const { name } = file;
  return (
    <li>
      <DisclosureRow name={name || 'Unnamed file'} isOpen={isOpen} onToggle={onToggle}>
        <span className={styles.kind}>{file.is_hidden ? 'Hidden' : 'Shown'}</span>
      </DisclosureRow>
      {isOpen && (
        <FileFields
          file={file}
          number={index + 1}
          language={parts.languageOfFile(name, language)}
          problem={name === '' ? undefined : (nameProblem(name, others) ?? undefined)}
          parts={parts}
          onChange={onChange}
          onRemove={onRemove}
        />
      )}
    </li>
  );
}
