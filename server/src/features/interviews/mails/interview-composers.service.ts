import type { LinkContext } from '../../../context.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import type { Email } from '../../../platform/mail/mailer.ts';
import { readPreferences } from '../../accounts/company/company.service.ts';
import { readAdmissions } from '../admissions/waiting.service.ts';
import * as emails from './interview-emails.ts';
import { candidateLink, detailsLink, interviewerLink } from './interview-links.ts';
import { findMailData, findPlanner } from './interview-mail-data.repository.ts';
import { isOver, loadScheduled } from './interview-mail-data.service.ts';
import type { CandidateMail } from './interview-mails.service.ts';
import { heldInvitations } from './recipients.service.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'interview-invitation': { interview: string };
    'interview-cancellation': { interview: string };
    'interview-change': { interview: string };
    'interview-reminder': { interview: string };
    'candidate-reminder': { interview: string };
    'candidate-waiting': { interview: string };
    'candidate-declined': { interview: string; to?: 'planner' };
  }
}

type InterviewMail =
  | CandidateMail
  | 'interview-reminder'
  | 'candidate-waiting'
  | 'candidate-declined'
  | 'deleted-interview';

/** Returns the composers of the e-mails about interviews. They use the data at the time of sending. */
export function interviewMails({ db, origin }: LinkContext): Composers<InterviewMail> {
  const linkOf = ({ room_code }: { room_code: string }) => interviewerLink(origin(), room_code);
  const loadForCandidate = async (data: { interview: string }) => {
    const interview = await loadScheduled(db, data.interview);
    if (interview?.status !== 'scheduled' || !interview.candidate_email || isOver(interview)) return null;
    return { ...interview, link: candidateLink(origin(), interview.room_code) };
  };
  return {
    async 'interview-invitation'(data) {
      const interview = await loadForCandidate(data);
      return interview && emails.invitation(interview);
    },
    async 'interview-change'(data) {
      const interview = await loadForCandidate(data);
      return interview && emails.planChange(interview);
    },
    async 'interview-cancellation'(data) {
      const interview = await loadScheduled(db, data.interview);
      if (interview?.status !== 'cancelled' || !interview.candidate_email || isOver(interview)) return null;
      return emails.cancellation(interview);
    },
    async 'interview-reminder'(data) {
      const interview = await loadScheduled(db, data.interview);
      if (interview?.status !== 'scheduled' || Date.parse(interview.scheduled_at) < Date.now()) return null;
      const { sessionReminders } = await readPreferences(db, interview.company_id);
      const isHeld = (await heldInvitations(db, data.interview)).users.some((id) => id === interview.lead_id);
      return sessionReminders && !isHeld ? emails.reminder({ ...interview, link: linkOf(interview) }) : null;
    },
    async 'candidate-reminder'(data) {
      const interview = await loadForCandidate(data);
      // None if it is late, or if the invitation itself was never sent.
      if (!interview || Date.parse(interview.scheduled_at) < Date.now()) return null;
      return (await heldInvitations(db, data.interview)).candidate ? null : emails.candidateReminder(interview);
    },
    async 'candidate-declined'({ interview, to }) {
      const data = await loadScheduled(db, interview);
      // None if the plan changed in the meantime.
      if (data?.status !== 'scheduled' || data.declined_at === null) return null;
      const mail = { ...data, link: detailsLink(origin(), data.room_code) };
      if (to !== 'planner') return emails.candidateDeclined(mail);
      const planner = await findPlanner(db, interview);
      return planner && planner.email !== data.interviewer_email
        ? emails.candidateDeclined({ ...mail, interviewer_name: planner.name, interviewer_email: planner.email })
        : null;
    },
    'deleted-interview': async ({ email }) => JSON.parse(email) as Email,
    async 'candidate-waiting'({ interview }) {
      const data = await findMailData(db, interview);
      const [first] = (await readAdmissions(db, [interview])).get(interview)?.waiting ?? [];
      if (data?.status !== 'active' || !first) return null;
      return emails.candidateWaiting({ ...data, candidate_name: first.name, link: linkOf(data) });
    },
  };
}
