import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { codeBox } from './code-box.ts';
import { PartHead } from './PartHead.tsx';
import styles from './question-editor.module.css';
import { labelOf } from './question-parts.ts';
import type { QuestionParts } from './question-parts.ts';
import type { Solution } from './use-solution.ts';

interface TrySolutionProps {
  solution: Solution;
  parts: QuestionParts;
  /** The button to run, if the tests are not on the screen. */
  children: ReactNode;
}

/** Renders the solution that the tests run against. */
export function TrySolution({ solution: { language, code, choose, type }, parts, children }: TrySolutionProps) {
  return (
    <fieldset className={styles.part} aria-label="Try it">
      <PartHead
        title="Try it"
        help="Write a solution and run all tests against it, also before you save. It is not stored."
      >
        <select
          aria-label="Language of the solution"
          className={styles.select}
          value={language}
          onChange={({ target }) => choose(target.value)}
        >
          {parts.languages.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        {children}
      </PartHead>
      <div className={styles.box} style={codeBox(code)} key={language}>
        <Suspense>
          <parts.CodeField
            label={`Solution in ${labelOf(parts, language)}`}
            language={language}
            code={code}
            onChange={type}
          />
        </Suspense>
      </div>
    </fieldset>
  );
}
