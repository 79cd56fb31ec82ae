import type { DataSet } from '@cip/contracts/runs/runs';
import { DATA_SET_MAX } from '@cip/contracts/runs/run-limits';
import { useStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { ChoiceField } from '../../../shared/ui/form/ChoiceField.tsx';
import { SAMPLE_SHOP } from '../data/sample-shop.ts';
import { parseSchema } from '../data/schema.ts';
import type { DataChoice, RunSession } from '../session/run-session.ts';
import styles from './runs.module.css';

const OWN_NAME = 'Own data';
const CHOICES: { value: DataChoice; label: string }[] = [
  { value: 'none', label: 'No data set' },
  { value: 'shop', label: SAMPLE_SHOP.name },
  { value: 'own', label: 'Own SQL' },
];

/** The tables that SQL runs start from. The interviewer chooses them, and everyone sees them. */
export function DataTab({ session }: { session: RunSession }) {
  const dataSet = useStore(session.store, (state) => state.dataSet);
  return (
    <div className={styles.data}>
      {(session.room.isInterviewer || session.room.isAlone) && <ChooseData session={session} dataSet={dataSet} />}
      {dataSet ? (
        <Schema dataSet={dataSet} />
      ) : (
        <p className={styles.note}>SQL starts with an empty database. Each run gets a new one.</p>
      )}
    </div>
  );
}

function ChooseData({ session, dataSet }: { session: RunSession; dataSet: DataSet | null }) {
  const draft = useStore(session.dataDraft);
  const attached = choiceOf(dataSet);
  const choice = draft.chosen ?? attached;
  const sql = draft.sql ?? (attached === 'own' ? (dataSet?.sql ?? '') : '');
  const change = (part: Partial<typeof draft>) => session.dataDraft.set((now) => ({ ...now, ...part }));
  const isStill = (chosen: DataChoice | null) => session.dataDraft.get().chosen === chosen;
  const choose = async (next: DataChoice) => {
    // Attached SQL becomes the draft, because another data set takes its place.
    change({ chosen: next, sql: sql || null });
    if (next === 'own') return;
    await session.attach(next === 'shop' ? SAMPLE_SHOP : null);
    if (isStill(next)) change({ chosen: null });
  };
  const attachOwn = async () => {
    await session.attach({ name: OWN_NAME, sql });
    // Not if the server refused it, or the user has typed on or chosen another.
    const isAttached = session.store.get().dataSet?.sql === sql && session.dataDraft.get().sql === sql;
    if (isAttached && isStill(draft.chosen)) change({ chosen: null, sql: null });
  };
  return (
    <>
      <ChoiceField label="Data set" value={choice} choices={CHOICES} onChange={(next) => void choose(next)} />
      {choice === 'own' && (
        <>
          <label className={styles.field}>
            <span className={styles.label}>SQL that creates the data</span>
            <textarea
              className={styles.text}
              rows={6}
              value={sql}
              maxLength={DATA_SET_MAX}
              spellCheck={false}
              onChange={(event) => change({ sql: event.target.value })}
            />
          </label>
          <Button size="sm" disabled={sql.trim() === '' || sql === dataSet?.sql} onClick={() => void attachOwn()}>
            Attach
          </Button>
        </>
      )}
    </>
  );
}

function choiceOf(dataSet: DataSet | null): DataChoice {
  if (!dataSet) return 'none';
  return dataSet.sql === SAMPLE_SHOP.sql ? 'shop' : 'own';
}

function Schema({ dataSet }: { dataSet: DataSet }) {
  return (
    <section aria-label={`Tables of ${dataSet.name}`}>
      <dl className={styles.schema}>
        {parseSchema(dataSet.sql).map(({ name, columns }) => (
          <div key={name}>
            <dt>{name}</dt>
            {columns.map((column) => (
              <dd key={column.name}>
                {column.name} <span>{column.type}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <details className={styles.sql}>
        <summary>SQL of “{dataSet.name}”</summary>
        <pre>{dataSet.sql}</pre>
      </details>
    </section>
  );
}
