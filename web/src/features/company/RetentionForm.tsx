import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCountOf } from '../../shared/format.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ChoiceField } from '../../shared/ui/form/ChoiceField.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { retentionQuery, saveRetention } from './company.calls.ts';
import styles from './company.module.css';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { useOutcome } from './useOutcome.ts';
import type { OutcomeState } from './useOutcome.ts';

/** Stands for null, which a choice cannot have as its value. */
const ALWAYS = 0;
const YEAR_DAYS = 365;
const CHOICES = [ALWAYS, 30, 90, 180, YEAR_DAYS, 2 * YEAR_DAYS];

/** Renders the setting of how long finished sessions are retained. */
export function RetentionForm() {
  const outcome = useOutcome();
  const query = useQuery(retentionQuery());
  const { data } = query;
  const hasFailed = useFailure(query);
  return (
    <div className={styles.part}>
      <h4>Retention</h4>
      {data ? (
        <Choice key={data.days} current={data.days ?? ALWAYS} outcome={outcome} />
      ) : hasFailed ? (
        <LoadFailed query={query}>Failed to load this setting</LoadFailed>
      ) : (
        <Skeleton rows={2} height={32} />
      )}
      <OutcomeNotice outcome={outcome} />
    </div>
  );
}

function Choice({ current, outcome }: { current: number; outcome: OutcomeState }) {
  const queries = useQueryClient();
  const [days, setDays] = useState(current);
  useUnsaved(days !== current);
  const [isAsking, setAsking] = useState(false);
  const preview = useQuery({ ...retentionQuery(days), enabled: days !== ALWAYS && days !== current });
  const hasPreviewFailed = useFailure(preview) || preview.isPaused;
  const affected = preview.data?.affected ?? 0;
  const { busy, start } = useAction({
    run: () => saveRetention(days === ALWAYS ? null : days),
    success: () => {
      void queries.invalidateQueries({ queryKey: ['retention'] });
      return 'Retention updated';
    },
    failure: () => 'Failed to update retention',
    report: outcome.report,
    onSettled: () => setAsking(false),
  });
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
        {days === ALWAYS ? 'Kept until you delete them.' : retentionRule(days, preview.data && affected)}
      </p>
      {isPreviewMissing && hasPreviewFailed && (
        <LoadFailed query={preview}>Failed to count the sessions that are older</LoadFailed>
      )}
      <Button
        busy={busy}
        busyText="Saving..."
        disabled={days === current || isPreviewMissing}
        onClick={() => (affected > 0 ? setAsking(true) : start())}
      >
        Save retention
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete old sessions?"
          confirm={`Delete ${sessions(affected)}`}
          confirmBusy="Saving..."
          busy={busy}
          onConfirm={() => start()}
          onCancel={() => setAsking(false)}
        >
          {sessions(affected)} with their code and notes will be deleted for good within the hour, and others when they
          are {formatCountOf(days, 'day')} old.
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
  const rule = `Completed and cancelled sessions are deleted for good after ${formatCountOf(days, 'day')}.`;
  if (affected === undefined) return rule;
  return `${rule} ${affected === 0 ? 'None are that old yet.' : `${sessions(affected)} would be deleted now.`}`;
}

const sessions = (count: number) => formatCountOf(count, 'session');
