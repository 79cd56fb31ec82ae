import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Tabs } from '../../../../shared/ui/tabs/Tabs.tsx';
import { codeBox } from '../form/code-box.ts';
import { PartHead } from '../form/PartHead.tsx';
import styles from '../form/question-editor.module.css';
import { labelOf } from '../question-parts.ts';
import type { QuestionParts } from '../question-parts.ts';
import type { Solution } from './use-solution.ts';

interface TrySolutionProps {
  solution: Solution;
  parts: QuestionParts;
  /** The button to run, if the tests are not on the screen. */
  children: ReactNode;
}

/** Renders the solution that the tests run against. */
export function TrySolution({ solution, parts, children }: TrySolutionProps) {
  const { language, choose, written, shown, openFile, files } = solution;
  const names = written.map(({ name }) => name);
  return (
    <fieldset className={styles.part} aria-label="Try it">
      <PartHead
        title="Try it"
        help="Write a solution and run all tests against it, also before you save. Candidates never get it."
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
      {names.length > 1 && (
        <Tabs label="Files of the solution" names={names} chosen={shown.name} onChoose={openFile} size="sm" />
      )}
      <SolutionField key={`${language} ${shown.name}`} solution={solution} parts={parts} />
      {files?.problem && <p className={styles.problem}>{files.problem}</p>}
      {files?.tests && (
        <div className={styles.tree}>
          <Suspense>
            <parts.TestTree label="Test files" tests={files.tests} />
          </Suspense>
        </div>
      )}
    </fieldset>
  );
}

function SolutionField({ solution, parts }: Pick<TrySolutionProps, 'solution' | 'parts'>) {
  const { language, written, shown, type } = solution;
  const isFirst = shown.name === written[0]?.name;
  const { revision, keep } = useFieldText(shown.content);
  return (
    <div className={styles.box} style={codeBox(shown.content)}>
      <Suspense>
        <parts.CodeField
          label={isFirst ? `Solution in ${labelOf(parts, language)}` : `Solution: ${shown.name}`}
          language={isFirst ? language : parts.languageOfFile(shown.name, language)}
          code={shown.content}
          revision={revision}
          onChange={(content) => {
            keep(content);
            type(content);
          }}
        />
      </Suspense>
    </div>
  );
}

/** Follows the text of the field, which keeps its own: it needs another one if the file's starter changes. */
function useFieldText(content: string) {
  const [field, setField] = useState({ content, revision: 0 });
  if (field.content !== content) setField({ content, revision: field.revision + 1 });
  return { revision: field.revision, keep: (typed: string) => setField({ ...field, content: typed }) };
}
