import type { EngineState } from '@cip/contracts/runs/run-engine';
import { useQuery } from '@tanstack/react-query';
import { runEngineQuery } from '../../features/company/company.calls.ts';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { formatCountOf } from '../../shared/format.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { AfterClick, SeenOnline } from './AfterClick.tsx';

const EngineDetails = lazyPart(async () => (await import('./EngineDetails.tsx')).EngineDetails, {
  fallback: SeenOnline,
});

/** Renders whether the operator's engine answers, and after a click what it runs. */
export function EngineSection() {
  const { data } = useQuery(runEngineQuery);
  return (
    <SettingsSection title="Code engine" text="Runs Java, Go and other languages that browsers cannot.">
      <AfterClick label="Show the engine" state={data && stateOf(data.engine)} part={EngineDetails} />
    </SettingsSection>
  );
}

function stateOf(engine: EngineState | null): string {
  if (!engine) return 'None attached';
  return engine.answers ? `Answers, ${formatCountOf(engine.languages.length, 'language')}` : 'Does not answer';
}
