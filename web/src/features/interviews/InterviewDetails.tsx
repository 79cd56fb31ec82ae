import type { Interview } from '@cip/contracts/interviews';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { formatDateTime, formatDuration } from '../../shared/format.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { StatusChip } from '../../shared/ui/StatusChip.tsx';
import { CodePreview } from './CodePreview.tsx';
import type { CodeView } from './CodePreview.tsx';
import { candidateLink, INTERVIEW_TONES } from './interview-text.ts';
import styles from './InterviewDetails.module.css';

export interface InterviewDetailsProps {
  interview: Interview;
  CodeView: CodeView;
  onClose: () => void;
}

/** Everything about one interview. */
export function InterviewDetails({ interview, CodeView, onClose }: InterviewDetailsProps) {
  const { status } = interview;
  const link = candidateLink(interview.room_code);
  const facts: [string, ReactNode][] = [
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
    ['Started At', formatDateTime(interview.started_at)],
    ...(interview.ended_at ? [['Ended At', formatDateTime(interview.ended_at)] satisfies [string, ReactNode]] : []),
    ['Duration', formatDuration(interview.started_at, interview.ended_at)],
    ['Interviewer', interview.interviewer?.name ?? 'N/A'],
    ...(interview.notes ? [['Notes', interview.notes] satisfies [string, ReactNode]] : []),
  ];
  return (
    <Dialog title="Session Details" width={720} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className={styles['facts']}>
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <section className={styles['code']} aria-labelledby="code-editor-data">
        <h3 id="code-editor-data">Code Editor Data</h3>
        {status === 'active' || status === 'completed' ? (
          <CodePreview interviewId={interview.id} CodeView={CodeView} />
        ) : (
          <p>No code editor data available for this session</p>
        )}
      </section>
    </Dialog>
  );
}
