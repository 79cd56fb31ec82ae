import { Type } from 'typebox';
import { Closed, Count, Line, Moment, Name, Nullable, OneOf, Page, RoomCode } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { GIVEN_ROLES } from './roles.ts';

/** A filter of the audit log: the first part of an action's name. */
export const AUDIT_GROUPS = ['account', 'interviewer', 'plan', 'interview', 'question', 'settings', 'data'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

/** The actions of the audit log, as `group.action`. */
export const AUDIT_ACTIONS = [
  'account.registered',
  'account.signed_in',
  'account.sign_in_failed',
  'account.signed_in_with_provider',
  'account.linked_to_provider',
  'account.signed_out_by_provider',
  'account.signed_out',
  'account.sign_in_revoked',
  'account.password_changed',
  'account.password_reset_requested',
  'account.password_reset',
  'account.email_change_undone',
  'account.email_verified',
  'account.two_factor_enabled',
  'account.two_factor_disabled',
  'account.recovery_codes_renewed',
  'account.calendar_feed_created',
  'account.calendar_feed_removed',
  'interviewer.added',
  'interviewer.joined_with_provider',
  'interviewer.changed',
  'interviewer.role_changed',
  'interviewer.removed',
  'interviewer.second_factor_removed',
  'plan.changed',
  'plan.cancelled',
  'plan.payment_failed',
  'interview.scheduled',
  'interview.started',
  'interview.ended',
  'interview.changed',
  'interview.rescheduled',
  'interview.cancelled',
  'interview.declined',
  'interview.deleted',
  'interview.exported',
  'interview.participant_removed',
  'interview.candidate_admitted',
  'interview.candidate_sent_back',
  'interview.candidate_rejected',
  'interview.scorecard_submitted',
  'interview.decided',
  'interview.review_link_created',
  'interview.review_link_revoked',
  'interview.review_link_opened',
  'interview.stretch_closed',
  'interview.account_is_candidate',
  'interview.account_no_candidate',
  'interview.locked',
  'interview.unlocked',
  'question.added',
  'question.changed',
  'question.archived',
  'question.restored',
  'question.deleted',
  'question.imported',
  'question.exported',
  'question.library_added',
  'question.library_removed',
  'question.template_added',
  'question.template_changed',
  'question.template_deleted',
  'settings.profile_changed',
  'settings.notifications_changed',
  'settings.retention_changed',
  'settings.second_factor_required',
  'settings.second_factor_optional',
  'settings.domain_opened',
  'settings.domain_closed',
  'settings.visibility_changed',
  'settings.api_key_created',
  'settings.api_key_revoked',
  'settings.webhook_created',
  'settings.webhook_deleted',
  'settings.webhook_secret_replaced',
  'settings.webhook_enabled',
  'settings.webhook_disabled',
  'settings.webhook_redelivered',
  'data.exported',
  'data.removed_by_age',
] as const;
const AuditAction = OneOf(AUDIT_ACTIONS);
export type AuditAction = Type.Static<typeof AuditAction>;

/** Who acted: a user, an API key, a candidate, or the product itself. */
const AUDIT_ACTORS = ['user', 'key', 'candidate', 'product'] as const;
const AuditActor = OneOf(AUDIT_ACTORS);
export type AuditActor = Type.Static<typeof AuditActor>;

/** The changed fields of an account, a company or an interview; never their values. */
const AUDIT_FIELDS = [
  'name',
  'email',
  'phone',
  'password',
  'notes',
  'time',
  'length',
  'interviewers',
  'call link',
  'rule',
  'template',
] as const;

/** The details of an entry. Closed on purpose: it cannot contain a secret, code or the name of a person. */
export const AuditDetails = Closed({
  room_code: Type.Optional(RoomCode),
  plan: Type.Optional(Line(100)),
  /** Days that finished interviews are stored; null means until they are deleted. */
  days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
  /** The role that a person was given. */
  role: Type.Optional(OneOf(GIVEN_ROLES)),
  /** The number of deleted interviews, of imported questions, or of failed sign-ins within the hour. */
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  fields: Type.Optional(Type.Array(OneOf(AUDIT_FIELDS), { maxItems: AUDIT_FIELDS.length })),
});
export type AuditDetails = Type.Static<typeof AuditDetails>;

/** An entry of the audit log. Names are of accounts that still exist, or of the key. */
export const AuditEntry = Closed({
  id: Count,
  at: Moment,
  action: AuditAction,
  actor: AuditActor,
  actor_name: Nullable(Name),
  /** The affected interviewer, if any. */
  subject_name: Nullable(Name),
  details: AuditDetails,
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  url: '/audit-log',
  access: 'admin',
  tag: 'Company',
  summary: 'Who did what in the company, newest first',
  query: Closed({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    group: Type.Optional(OneOf(AUDIT_GROUPS)),
  }),
  reply: Page(AuditEntry),
});
