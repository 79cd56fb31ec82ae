import type { Starter } from '@cip/contracts/questions/questions';
import { Suspense, useId, useState } from 'react';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { QUESTION_TEXT_MAX, STARTERS_MAX } from '../question-limits.ts';
import { tooLong } from './question-draft.ts';
import { labelOf } from './question-parts.ts';
import type { QuestionParts } from './question-parts.ts';
import styles from './question-form.module.css';

interface StartersFieldProps {
  starters: Starter[];
  parts: QuestionParts;
  onChange: (starters: Starter[]) => void;
}

/** Renders the starters, one editor for each language. */
export function StartersField({ starters, parts, onChange }: StartersFieldProps) {
  const id = useId();
  const [chosen, setChosen] = useState(starters[0]?.language);
  const shown = starters.find(({ language }) => language === chosen) ?? starters[0];
  const problem = shown && tooLong(shown.code, QUESTION_TEXT_MAX);
  const add = (language: string) => {
    setChosen(language);
    onChange([...starters, { language, code: '' }]);
  };
  const names = starters.map(({ language }) => labelOf(parts, language));
  const byName = (name: string) => starters[names.indexOf(name)]?.language;
  return (
    <fieldset className={styles.group}>
      <legend>Starters</legend>
      <p className={styles.help}>The code a candidate begins with. It never replaces what someone has typed.</p>
      <div className={styles.bar}>
        {shown && (
          <Tabs
            label="Languages of the starters"
            names={names}
            chosen={labelOf(parts, shown.language)}
            onChoose={(name) => setChosen(byName(name))}
            size="sm"
          />
        )}
        {starters.length < STARTERS_MAX ? (
          <AddLanguage {...{ starters, parts }} onAdd={add} />
        ) : (
          <span className={styles.help}>{`A question has at most ${STARTERS_MAX} starters.`}</span>
        )}
      </div>
      {shown && (
        <div className={styles.starter} key={shown.language} id={id}>
          <Suspense fallback={<div className={styles.codeWait} />}>
            <parts.CodeField
              label={`Starter in ${labelOf(parts, shown.language)}`}
              language={shown.language}
              code={shown.code}
              onChange={(code) =>
                onChange(starters.map((one) => (one.language === shown.language ? { ...one, code } : one)))
              }
            />
          </Suspense>
          {problem !== undefined && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          <Button
            size="sm"
            look="quiet"
            onClick={() => onChange(starters.filter(({ language }) => language !== shown.language))}
          >
            {`Remove ${labelOf(parts, shown.language)}`}
          </Button>
        </div>
      )}
    </fieldset>
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
