import type { QuestionContent } from '@cip/contracts/questions/questions';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useAction } from '../../../shared/form/use-action.ts';
import { useStore } from '../../../shared/store.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { TestCase } from '../tests/TestCase.tsx';
import { countPassed, TestRunner } from '../tests/test-runner.ts';
import styles from './question-form.module.css';
import { labelOf } from './question-parts.ts';
import type { QuestionParts, TestBench } from './question-parts.ts';

interface TrySolutionProps {
  draft: Pick<QuestionContent, 'starters' | 'tests' | 'data'>;
  parts: QuestionParts;
  /** Called when the solution is changed. */
  onTyped: (() => void) | undefined;
}

/** Runs the tests against a solution, which is not stored. */
export function TrySolution({ draft, parts, onTyped }: TrySolutionProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [codes, setCodes] = useState<Record<string, string>>({});
  const { results, run, stop } = useTestBench(parts);
  const language = chosen ?? draft.starters[0]?.language ?? (draft.tests[0]?.is_query ? 'sql' : 'python');
  const starter = draft.starters.find((one) => one.language === language)?.code ?? '';
  const code = codes[language] ?? starter;
  const reports = results ? [...results.shown, ...results.hidden] : [];
  const inOrder = draft.tests.toSorted((one, other) => Number(one.is_hidden) - Number(other.is_hidden));
  const { passed } = countPassed(reports);
  const start = () => run(draft, { language, code, dataSet: draft.data });
  /** As in a room, before an editor inserts a line. */
  const runByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat && !results?.isRunning) start();
  };
  return (
    <fieldset className={styles.group} onKeyDownCapture={runByKey}>
      <legend>Try the tests</legend>
      <p className={styles.help}>
        Write a solution and run all tests against it, also before you save. It is not stored.
      </p>
      <label className={styles.bar} htmlFor={id}>
        Language of the solution
        <select id={id} className={styles.select} value={language} onChange={({ target }) => setChosen(target.value)}>
          {parts.languages.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.starter} key={language}>
        <Suspense fallback={<div className={styles.codeWait} />}>
          <parts.CodeField
            label={`Solution in ${labelOf(parts, language)}`}
            language={language}
            code={code}
            onChange={(text) => {
              setCodes((before) => ({ ...before, [language]: text }));
              onTyped?.();
            }}
          />
        </Suspense>
      </div>
      <div className={styles.bar}>
        <Button size="sm" title="Ctrl+Enter" onClick={() => (results?.isRunning ? stop() : start())}>
          {results?.isRunning ? 'Stop' : 'Run the tests against this solution'}
        </Button>
        <p className={styles.help} role="status">
          {results?.isRunning && `Running test ${Math.min(reports.length + 1, inOrder.length)} of ${inOrder.length}…`}
          {results && !results.isRunning && `${passed} of ${inOrder.length} tests pass`}
        </p>
      </div>
      <div className={styles.results}>
        {reports.map((report, index) => {
          const test = inOrder[index];
          return test && <TestCase key={index} test={test} report={report} />;
        })}
      </div>
    </fieldset>
  );
}

const nothing = () => undefined;

interface Tried {
  language: string;
  code: string;
  dataSet: string | null;
}

function useTestBench(parts: QuestionParts) {
  const [runner] = useState(() => new TestRunner());
  const bench = useRef<Promise<TestBench> | null>(null);
  useEffect(
    () => () => {
      runner.stop();
      bench.current?.then(({ close }) => close(), nothing);
    },
    [runner],
  );
  const { start } = useAction({
    run: async ({ tests, tried }: { tests: QuestionContent['tests']; tried: Tried }) => {
      const opening = (bench.current ??= parts.openTestBench());
      opening.catch(() => (bench.current = null));
      const { execute } = await opening;
      const origin = { hash: '', replaces: undefined, lacks: '' };
      const { signal } = new AbortController();
      await runner.run({ id: '', tests }, { ...tried, origin, execute, signal });
    },
    failure: () => 'The tests could not be run.',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
  });
  const run = ({ tests }: Pick<QuestionContent, 'tests'>, tried: Tried) => start({ tests, tried });
  return { results: useStore(runner.store), run, stop: () => runner.stop() };
}
