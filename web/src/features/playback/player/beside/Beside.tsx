import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Tabs } from '../../../../shared/ui/tabs/Tabs.tsx';
import type { Extras } from '../../replay/recording.ts';
import styles from './beside.module.css';
import type { PlayerParts } from '../player-parts.ts';
import { Questions } from './Questions.tsx';
import { Scorecards } from './Scorecards.tsx';

interface BesideProps {
  extras: Extras;
  parts: Pick<PlayerParts, 'QuestionText'>;
  /** The moments. */
  children: ReactNode;
}

type Tab = 'Moments' | 'Questions' | 'Scorecards';

/** Renders the moments and, if the recording has them, questions and scorecards beside the code. */
export function Beside({ extras: { questions, scorecards }, parts: { QuestionText }, children }: BesideProps) {
  const id = useId();
  const [chosen, setChosen] = useState<Tab>('Moments');
  const names: Tab[] = [
    'Moments',
    ...(questions.length > 0 ? ['Questions' as const] : []),
    ...(scorecards.length > 0 ? ['Scorecards' as const] : []),
  ];
  if (names.length === 1) return children;
  return (
    <>
      <div className={styles.tabs}>
        <Tabs label="Beside the code" names={names} chosen={chosen} onChoose={setChosen} id={id} size="sm" />
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className={styles.panel}>
        {chosen === 'Moments' && children}
        {chosen === 'Questions' && <Questions questions={questions} level={3} QuestionText={QuestionText} />}
        {chosen === 'Scorecards' && <Scorecards scorecards={scorecards} level={3} />}
      </div>
    </>
  );
}
