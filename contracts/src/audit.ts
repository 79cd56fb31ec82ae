import { Type } from 'typebox';
import { Closed, Count, Line, Moment, Name, Nullable, OneOf, Page, RoomCode } from './common.ts';
import { endpoint } from './endpoint.ts';

/** What the audit log can be narrowed to: the first part of an action's name. */
export const AUDIT_GROUPS = ['account', 'interviewer', 'plan', 'interview', 'settings', 'data'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

/** Everything the audit log tells of, as `group.what`. */
export const AUDIT_ACTIONS = [
  'account.registered',
  'account.signed_in',
  'account.sign_in_failed',
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
  'interviewer.added',
  'interviewer.changed',
  'interviewer.removed',
  'interviewer.second_factor_removed',
  'plan.changed',
  'plan.cancelled',
  'plan.payment_failed',
  'interview.scheduled',
  'interview.started',
  'interview.ended',
  'interview.changed',
  'interview.cancelled',
  'interview.deleted',
  'interview.exported',
  'interview.participant_removed',
  'settings.profile_changed',
  'settings.notifications_changed',
  'settings.retention_changed',
  'settings.second_factor_required',
  'settings.second_factor_optional',
  'data.exported',
  'data.removed_by_age',
] as const;
const AuditAction = OneOf(AUDIT_ACTIONS);
export type AuditAction = Type.Static<typeof AuditAction>;

/** Who did it: somebody with an account, a candidate, or the product by itself. */
const AUDIT_ACTORS = ['user', 'candidate', 'product'] as const;
const AuditActor = OneOf(AUDIT_ACTORS);
export type AuditActor = Type.Static<typeof AuditActor>;

/** What the change of an account, a company or an interview touched; never the values. */
const AUDIT_FIELDS = ['name', 'email', 'phone', 'password', 'notes'] as const;

/** The particulars of an entry. Closed on purpose: no secret, no code and no name of a person fits in. */
export const AuditDetails = Closed({
  room_code: Type.Optional(RoomCode),
  plan: Type.Optional(Line(100)),
  /** Days completed interviews are kept; null means for as long as the company. */
  days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
  /** How many interviews went, or how often a sign-in failed within the hour. */
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  fields: Type.Optional(Type.Array(OneOf(AUDIT_FIELDS), { maxItems: AUDIT_FIELDS.length })),
});
export type AuditDetails = Type.Static<typeof AuditDetails>;

/** Something that was done. Names are those of accounts that still exist. */
export const AuditEntry = Closed({
  id: Count,
  at: Moment,
  action: AuditAction,
  actor: AuditActor,
  actor_name: Nullable(Name),
  /** The interviewer it was done to, if any. */
  subject_name: Nullable(Name),
  details: AuditDetails,
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  url: '/audit-log',
  access: 'owner',
  summary: 'Who did what in the company, newest first',
  query: Closed({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    group: Type.Optional(OneOf(AUDIT_GROUPS)),
  }),
  reply: Page(AuditEntry),
  status: 200,
});
