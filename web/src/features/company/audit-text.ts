import type { AuditAction, AuditEntry } from '@cip/contracts/accounts/audit';
import { formatCountOf } from '../../shared/format.ts';

const TEXTS: Record<AuditAction, string> = {
  'account.registered': 'Registered the company',
  'account.signed_in': 'Signed in',
  'account.signed_in_with_provider': 'Signed in with the provider',
  'account.linked_to_provider': 'Linked their account to the provider',
  'account.signed_out_by_provider': 'The provider ended sign-ins',
  'account.sign_in_failed': 'Sign-in failed',
  'account.signed_out': 'Signed out',
  'account.sign_in_revoked': 'Signed other devices out',
  'account.password_changed': 'Changed their password',
  'account.password_reset_requested': 'A password reset was requested',
  'account.password_reset': 'Reset their password by email',
  'account.email_change_undone': 'Undid an email change by email',
  'account.email_verified': 'Confirmed the email address',
  'account.two_factor_enabled': 'Switched two-step sign-in on',
  'account.two_factor_disabled': 'Switched two-step sign-in off',
  'account.recovery_codes_renewed': 'Made new recovery codes',
  'account.calendar_feed_created': 'Created a calendar address',
  'account.calendar_feed_removed': 'Turned a calendar address off',
  'interviewer.added': 'Added a person',
  'interviewer.joined_with_provider': 'Joined as an interviewer with the provider',
  'interviewer.changed': 'Changed a person',
  'interviewer.role_changed': 'Changed the role of a person',
  'interviewer.removed': 'Removed a person',
  'interviewer.second_factor_removed': 'Removed the second step of a person',
  'plan.changed': 'The plan changed',
  'plan.cancelled': 'Cancelled the plan',
  'plan.payment_failed': 'A payment failed',
  'interview.scheduled': 'Scheduled a session',
  'interview.started': 'Started a session',
  'interview.ended': 'Ended a session',
  'interview.changed': 'Changed the details of a session',
  'interview.rescheduled': 'Rescheduled a session',
  'interview.cancelled': 'Cancelled a session',
  'interview.declined': 'Said that they can’t make a session',
  'interview.deleted': 'Deleted a session',
  'interview.exported': 'Exported a session',
  'interview.participant_removed': 'Removed a candidate from a session',
  'interview.candidate_admitted': 'Admitted a candidate to a session',
  'interview.candidate_sent_back': 'Sent a candidate back to wait',
  'interview.candidate_rejected': 'Rejected a candidate of a session',
  'interview.scorecard_submitted': 'Submitted a scorecard',
  'interview.decided': 'Decided about a candidate',
  'interview.review_link_created': 'Made a review link of a session',
  'interview.review_link_revoked': 'Revoked a review link of a session',
  'interview.review_link_opened': 'A review link of a session was opened first',
  'interview.stretch_closed': 'Removed a section of a recording',
  'interview.account_is_candidate': 'Entered a colleague as the candidate',
  'interview.account_no_candidate': 'Corrected who is the candidate',
  'interview.locked': 'Locked a session',
  'interview.unlocked': 'Unlocked a session',
  'question.added': 'Added a question',
  'question.changed': 'Changed a question',
  'question.archived': 'Archived a question',
  'question.restored': 'Restored a question',
  'question.deleted': 'Deleted a question',
  'question.imported': 'Imported questions',
  'question.exported': 'Exported the questions',
  'question.library_added': 'Added the first library of questions',
  'question.library_removed': 'Removed the first library of questions',
  'question.template_added': 'Added a template',
  'question.template_changed': 'Changed a template',
  'question.template_deleted': 'Deleted a template',
  'settings.profile_changed': 'Changed the company profile',
  'settings.notifications_changed': 'Changed the notification preferences',
  'settings.retention_changed': 'Changed the retention',
  'settings.second_factor_required': 'Required two-step sign-in of everyone',
  'settings.second_factor_optional': 'Made two-step sign-in optional',
  'settings.domain_opened': 'Let new people of an email domain join',
  'settings.domain_closed': 'Let new people join by invitation only',
  'settings.visibility_changed': 'Changed who can see sessions',
  'settings.api_key_created': 'Created an API key',
  'settings.api_key_revoked': 'Revoked an API key',
  'settings.webhook_created': 'Added a webhook',
  'settings.webhook_deleted': 'Deleted a webhook',
  'settings.webhook_secret_replaced': 'Replaced the secret of a webhook',
  'settings.webhook_enabled': 'Switched a webhook on',
  'settings.webhook_disabled': 'Switched a webhook off after failures',
  'settings.webhook_redelivered': 'Delivered a webhook again',
  'data.exported': 'Exported all data',
  'data.removed_by_age': 'Old sessions were removed',
};

/** Returns an entry's action in a few words. */
export function auditText({ action }: Pick<AuditEntry, 'action'>): string {
  return TEXTS[action];
}

/** Returns the name of an entry's actor. Deleted accounts have no name. */
export function auditActor({ actor, actor_name: name }: Pick<AuditEntry, 'actor' | 'actor_name'>): string {
  if (actor === 'product') return 'Automatic';
  if (actor === 'candidate') return 'Candidate';
  if (actor === 'key') return name === null ? 'Former API key' : `API key ${name}`;
  return name ?? 'Former interviewer';
}

/** Returns an entry's details, or an empty text. */
export function auditDetails({ action, subject_name: subject, details }: AuditEntry): string {
  const { room_code: room, plan, role, days, count, fields } = details;
  return [
    room ?? [],
    plan ?? [],
    action.startsWith('interviewer.') ? (subject ?? 'removed since') : (subject ?? []),
    role ?? [],
    days === undefined ? [] : days === null ? 'kept always' : formatCountOf(days, 'day'),
    count !== undefined && count > 1 ? `${count} times` : [],
    fields?.join(', ') ?? [],
  ]
    .flat()
    .join(' · ');
}
