import type { EngineState } from '@cip/contracts/runs/run-engine';
import { useQuery } from '@tanstack/react-query';
import { runEngineQuery } from '../../features/company/company.calls.ts';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import styles from './settings.module.css';

const NONE =
  'No engine is attached, so these languages can be written but not run. Who runs this site can attach one (RUN_ENGINE_URL).';

/** Renders whether the operator's engine answers and what it runs, or how to get one. */
export function EngineDetails() {
  const query = useQuery(runEngineQuery);
  const hasFailed = useFailure(query);
  if (hasFailed) return <LoadFailed query={query}>Failed to ask for the engine</LoadFailed>;
  if (!query.data) return <Skeleton rows={2} height={24} />;
  const { engine } = query.data;
  if (!engine) return <p>{NONE}</p>;
  return (
    <>
      <p role="status">{sentenceOf(engine)}</p>
      {engine.languages.length > 0 && (
        <ul className={styles.languages}>
          {engine.languages.map(({ id, version }) => (
            <li key={id}>
              {languageOf(id).label} <small>{version}</small>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button busy={query.isFetching} busyText="Checking..." onClick={() => void query.refetch()}>
          Check again
        </Button>
      </div>
    </>
  );
}

function sentenceOf({ answers, languages }: EngineState): string {
  if (!answers)
    return 'The engine does not answer. Until it does, programs in its languages end with a message that says so.';
  if (languages.length === 0) return 'The engine answers, but it has no language of the editor yet.';
  return 'The engine answers. It runs:';
}
