import type { Starter } from '@cip/contracts/questions/starters';
import { QUESTION_TEXT_MAX } from '@cip/contracts/questions/starter-limits';
import FilePlus from 'lucide-react/icons/file-plus';
import Trash from 'lucide-react/icons/trash-2';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../../shared/ui/plain/IconButton.tsx';
import { singlePress } from '../../../../shared/ui/plain/single-press.ts';
import { Tabs } from '../../../../shared/ui/tabs/Tabs.tsx';
import { STARTERS_MAX } from '../../question-limits.ts';
import { codeBox } from '../form/code-box.ts';
import { StarterFiles } from '../files/StarterFiles.tsx';
import { PartHead } from '../form/PartHead.tsx';
import { tooLong } from '../form/question-draft.ts';
import styles from '../form/question-editor.module.css';
import { labelOf } from '../question-parts.ts';
import type { QuestionParts } from '../question-parts.ts';

interface StartersFieldProps {
  starters: Starter[];
  parts: QuestionParts;
  onChange: (starters: Starter[]) => void;
}

/** Renders the starters, one editor for each language. */
export function StartersField({ starters, parts, onChange }: StartersFieldProps) {
  const [chosen, setChosen] = useState(starters[0]?.language);
  const shown = starters.find(({ language }) => language === chosen) ?? starters[0];
  const add = (language: string) => {
    setChosen(language);
    onChange([...starters, { language, code: '' }]);
  };
  // A starter of one file has no list of files until it is asked for.
  const [opened, setOpened] = useState<string | null>(null);
  const hasFiles = shown !== undefined && (opened === shown.language || (shown.files ?? []).length > 0);
  const names = starters.map(({ language }) => labelOf(parts, language));
  const tabs = shown && (
    <>
      <Tabs
        label="Languages of the starters"
        names={names}
        chosen={labelOf(parts, shown.language)}
        onChoose={(name) => setChosen(starters[names.indexOf(name)]?.language)}
        size="sm"
      />
      <IconButton
        size="sm"
        label={`Remove ${labelOf(parts, shown.language)}`}
        onClick={singlePress(() => onChange(starters.filter(({ language }) => language !== shown.language)))}
      >
        <Trash size={16} aria-hidden />
      </IconButton>
      {!hasFiles && (
        <IconButton size="sm" label="Add files" onClick={() => setOpened(shown.language)}>
          <FilePlus size={16} aria-hidden />
        </IconButton>
      )}
    </>
  );
  return (
    <fieldset className={styles.part} aria-label="Starters">
      <PartHead
        title="Starters"
        help="The code a candidate begins with. It never replaces what someone has typed."
        beside={tabs}
      >
        {starters.length < STARTERS_MAX ? (
          <AddLanguage {...{ starters, parts }} onAdd={add} />
        ) : (
          <span className={styles.help}>{`A question has at most ${STARTERS_MAX} starters.`}</span>
        )}
      </PartHead>
      {shown && (
        <StarterCode
          key={shown.language}
          starter={shown}
          parts={parts}
          hasFiles={hasFiles}
          onChange={(next) => onChange(starters.map((one) => (one.language === shown.language ? next : one)))}
        />
      )}
    </fieldset>
  );
}

interface StarterCodeProps {
  starter: Starter;
  parts: QuestionParts;
  /** Whether its other files are shown. */
  hasFiles: boolean;
  onChange: (starter: Starter) => void;
}

function StarterCode({ starter, parts, hasFiles, onChange }: StarterCodeProps) {
  const { language, code } = starter;
  const [imports, setImports] = useState(0);
  const problem = tooLong(code, QUESTION_TEXT_MAX);
  const load = (next: Starter) => {
    // The editor keeps its own text.
    setImports((count) => count + 1);
    onChange(next);
  };
  return (
    <>
      <div className={styles.box} style={codeBox(code)}>
        <Suspense>
          <parts.CodeField
            key={imports}
            label={`Starter in ${labelOf(parts, language)}`}
            language={language}
            code={code}
            onChange={(text) => onChange({ ...starter, code: text })}
          />
        </Suspense>
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {hasFiles && (
        <StarterFiles
          starter={starter}
          parts={parts}
          onChange={(files) => onChange({ ...starter, files })}
          onImport={load}
        />
      )}
    </>
  );
}

type AddLanguageProps = Pick<StartersFieldProps, 'starters' | 'parts'> & { onAdd: (language: string) => void };

function AddLanguage({ starters, parts, onAdd }: AddLanguageProps) {
  const free = parts.languages.filter(({ id }) => !starters.some(({ language }) => language === id));
  return (
    <select
      aria-label="Add a starter"
      className={styles.select}
      value=""
      onChange={({ target }) => onAdd(target.value)}
    >
      <option value="" disabled>
        Add a language…
      </option>
      {free.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
