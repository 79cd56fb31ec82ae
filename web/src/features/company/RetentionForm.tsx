import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/api/api-error.ts';
import { formatCountOf } from '../../shared/format.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { ChoiceField } from '../../shared/ui/form/ChoiceField.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { retentionQuery, saveRetention } from './company.calls.ts';
import styles from './company.module.css';
import type { Outcome } from './useOutcome.ts';

/** Stands for null, which a choice cannot have as its value. */
const ALWAYS = 0;
const YEAR_DAYS = 365;
const CHOICES = [ALWAYS, 30, 90, 180, YEAR_DAYS, 2 * YEAR_DAYS];

/** Renders the setting of how long finished sessions are retained. */
export function RetentionForm({ outcome }: { outcome: Outcome }) {
  const query = useQuery(retentionQuery());
  const { data } = query;
  const hasFailed = useFailure(query);
  return (
    <div className={styles.part}>
      <h3>Retention</h3>
      {data ? (
        <Choice key={data.days} current={data.days ?? ALWAYS} outcome={outcome} />
      ) : hasFailed ? (
        <LoadFailed query={query}>Failed to load this setting</LoadFailed>
      ) : (
        <Skeleton rows={2} height={32} />
      )}
    </div>
  );
}

function Choice({ current, outcome }: { current: number; outcome: Outcome }) {
  const queries = useQueryClient();
  const [days, setDays] = useState(current);
  useUnsaved(days !== current);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const preview = useQuery({ ...retentionQuery(days), enabled: days !== ALWAYS && days !== current });
  const affected = preview.data?.affected ?? 0;
  const save = async () => {
    setBusy(true);
    outcome.dismiss();
    try {
      await saveRetention(days === ALWAYS ? null : days);
      outcome.show('good', 'Retention updated');
      void queries.invalidateQueries({ queryKey: ['retention'] });
    } catch (error) {
      outcome.show('bad', messageOf(error, 'Failed to update retention'));
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  const choices = [...new Set([...CHOICES, current])].toSorted((a, b) => a - b);
  const isPreviewMissing = days !== ALWAYS && days !== current && !preview.data;
  return (
    <>
      <ChoiceField
        label="How long finished sessions are kept"
        value={days}
        choices={choices.map((value) => ({ value, label: periodText(value) }))}
        onChange={setDays}
      />
      <p className={styles.text} role="status">
        {days === ALWAYS ? 'They stay until somebody deletes them.' : retentionRule(days, preview.data && affected)}
      </p>
      <Button
        busy={busy}
        busyText="Saving..."
        disabled={days === current || isPreviewMissing}
        onClick={() => (affected > 0 ? setAsking(true) : void save())}
      >
        Save Retention
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove old sessions?"
          confirm={`Remove ${sessions(affected)}`}
          confirmBusy="Saving..."
          busy={busy}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        >
          {sessions(affected)} with their code and notes will be removed for good within the hour, and others as they
          become {formatCountOf(days, 'day')} old.
        </ConfirmDialog>
      )}
    </>
  );
}

function periodText(days: number): string {
  if (days === ALWAYS) return 'Always';
  return days % YEAR_DAYS === 0 ? formatCountOf(days / YEAR_DAYS, 'year') : formatCountOf(days, 'day');
}

function retentionRule(days: number, affected: number | undefined): string {
  const rule = `Completed and cancelled sessions are removed for good after ${formatCountOf(days, 'day')}.`;
  if (affected === undefined) return rule;
  return `${rule} ${affected === 0 ? 'None is that old now.' : `${sessions(affected)} would go now.`}`;
}

const sessions = (count: number) => formatCountOf(count, 'session');
