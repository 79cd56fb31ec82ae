import type { Interview } from '@cip/contracts/interviews';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { formatDateTime, formatDuration } from '../../shared/format.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { CodePreview } from './CodePreview.tsx';
import type { CodeView } from './CodePreview.tsx';
import { ExportInterview } from './ExportInterview.tsx';
import { InterviewEdit } from './InterviewEdit.tsx';
import { candidateLink, INTERVIEW_TONES } from './interview-text.ts';
import styles from './InterviewDetails.module.css';

export interface InterviewDetailsProps {
  interview: Interview;
  CodeView: CodeView;
  onChanged: (interview: Interview) => void;
  /** Asks for confirmation, then cancels a scheduled interview. */
  onCancel: (interview: Interview) => void;
  onClose: () => void;
}

/** Shows the details of an interview; the candidate's e-mail and the notes are editable. */
export function InterviewDetails({ interview, CodeView, onChanged, onCancel, onClose }: InterviewDetailsProps) {
  const [isDirty, setDirty] = useState(false);
  const { status } = interview;
  const buttons = (
    <>
      <Button onClick={onClose}>Close</Button>
      <ExportInterview interview={interview} />
      {status === 'scheduled' && (
        <Button look="quiet" onClick={() => onCancel(interview)}>
          Cancel session
        </Button>
      )}
    </>
  );
  return (
    <Dialog title="Session details" width={720} isDirty={isDirty} onClose={onClose} actions={buttons}>
      <dl className={styles.facts}>
        {factsOf(interview).map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <section className={styles.code} aria-labelledby="company-only">
        <h3 id="company-only">Private notes</h3>
        <InterviewEdit interview={interview} onChanged={onChanged} onDirty={setDirty} />
      </section>
      <section className={styles.code} aria-labelledby="code-editor-data">
        <h3 id="code-editor-data">Code</h3>
        {status === 'active' || status === 'completed' ? (
          <CodePreview interviewId={interview.id} CodeView={CodeView} />
        ) : (
          <p>No code editor data available for this session</p>
        )}
      </section>
    </Dialog>
  );
}

function factsOf(interview: Interview): [string, ReactNode][] {
  const { status, scheduled_at: scheduledAt, started_at: startedAt, ended_at: endedAt } = interview;
  const link = candidateLink(interview.room_code);
  return [
    ['Candidate', interview.candidate_name ?? 'N/A'],
    ['Email', interview.candidate_email ?? 'No email'],
    ['Room Code', <code key="room">{interview.room_code}</code>],
    [
      'Session Link',
      <a key="link" href={link}>
        {link}
      </a>,
    ],
    [
      'Status',
      <StatusChip key="status" tone={INTERVIEW_TONES[status]}>
        {status.toUpperCase()}
      </StatusChip>,
    ],
    ...(scheduledAt ? [['Scheduled For', formatDateTime(scheduledAt)] satisfies [string, ReactNode]] : []),
    ['Started At', formatDateTime(startedAt)],
    ...(endedAt ? [['Ended At', formatDateTime(endedAt)] satisfies [string, ReactNode]] : []),
    ['Duration', formatDuration(startedAt, endedAt)],
    ['Interviewer', interview.interviewer?.name ?? 'N/A'],
    ...(interview.notes ? [['Notes', interview.notes] satisfies [string, ReactNode]] : []),
  ];
}
