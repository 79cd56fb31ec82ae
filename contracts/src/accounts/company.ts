import { Type } from 'typebox';
import { Plan, SubscriptionStatus } from '../billing/billing.ts';
import {
  Closed,
  Done,
  Email,
  Id,
  Line,
  Moment,
  Name,
  NAME_SENT_MAX,
  Nullable,
  OneOf,
  Password,
  SentName,
  Text,
} from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { CallLink } from '../interviews/plan-fields.ts';
import { AnyRule, Completion } from '../rooms/rules.ts';

export const PHONE_MAX = 40;
export const ADDRESS_MAX = 500;

/** The notifications of a company; keys as in the spec. */
export const NotificationPreferences = Closed({
  emailNotifications: Type.Boolean(),
  sessionReminders: Type.Boolean(),
  weeklyReports: Type.Boolean(),
  /** Reminders of scorecards to write; on if absent, and unchanged if absent in a request. */
  scorecardReminders: Type.Optional(Type.Boolean()),
});
export type NotificationPreferences = Type.Static<typeof NotificationPreferences>;

/** Who sees an interview: every interviewer of the company, or only its own people. */
const Visibility = OneOf(['everybody', 'own'] as const);
export type Visibility = Type.Static<typeof Visibility>;

const MailDelivery = OneOf(['sent', 'written', 'off'] as const);

/** The signed-in company account. */
export const Company = Closed({
  id: Id,
  name: Name,
  email: Email,
  phone: Nullable(Line(PHONE_MAX)),
  address: Nullable(Text(ADDRESS_MAX)),
  /** The video call of a session, if it sets no other. */
  call_link: Nullable(CallLink),
  /** The rule of a session, if it sets no other. */
  rule: AnyRule,
  /** How much the editor completes in a session, if it sets nothing else. */
  completion: Completion,
  subscription_status: SubscriptionStatus,
  subscription_ends_at: Nullable(Moment),
  plan: Nullable(Plan),
  notification_preferences: NotificationPreferences,
  /** False until the owner has confirmed the e-mail; until then production sends no invitations. */
  email_verified: Type.Boolean(),
  /** Whether every new sign-in has to set up the second step first. */
  requires_second_factor: Type.Boolean(),
  interviews_visible_to: Visibility,
  /** How this server delivers e-mail: it sends it, writes it to files, or drops it. Absent from earlier releases. */
  mail: Type.Optional(MailDelivery),
});
export type Company = Type.Static<typeof Company>;

const CompanyReply = Closed({ company: Company });

export const updateCompanyProfile = endpoint({
  method: 'PUT',
  url: '/company/profile',
  access: 'admin',
  tag: 'Company',
  summary: "Change the company's name, e-mail, phone, call link, rule and completion",
  body: Closed({
    name: SentName,
    email: Email,
    phone: Type.Optional(Nullable(Line(PHONE_MAX))),
    call_link: Type.Optional(Nullable(CallLink)),
    rule: Type.Optional(AnyRule),
    completion: Type.Optional(Completion),
  }),
  reply: CompanyReply,
});

/** Changes the caller's password. */
export const changePassword = endpoint({
  method: 'PUT',
  url: '/company/password',
  access: 'account',
  tag: 'Company',
  summary: 'Change your own password',
  body: Closed({ current_password: Password, new_password: Password }),
  reply: Done,
});

export const updateNotificationPreferences = endpoint({
  method: 'PUT',
  url: '/company/notifications',
  access: 'admin',
  tag: 'Company',
  summary: 'Change the notification preferences',
  body: NotificationPreferences,
  reply: CompanyReply,
});

/**
 * With `own`, interviewers see the interviews that they lead, take part in, planned or started; any other is a 404.
 * Owner, admins and coordinators see all. Sockets in rooms that are hidden by the change close within seconds.
 */
export const updateVisibility = endpoint({
  method: 'PUT',
  url: '/company/visibility',
  access: 'admin',
  tag: 'Company',
  summary: 'Choose whom interviews are visible to',
  body: Closed({ interviews_visible_to: Visibility }),
  reply: CompanyReply,
});

/** Users without a second step have to set it up at their next sign-in; open sign-ins continue. */
export const updateSecurity = endpoint({
  method: 'PUT',
  url: '/company/security',
  access: 'admin',
  tag: 'Company',
  summary: 'Require the second step of everyone in the company, or not',
  body: Closed({ requires_second_factor: Type.Boolean() }),
  reply: CompanyReply,
});

/** Sends a mail to the owner past the queue, so that the reply says whether the mail server took it. */
export const sendTestMail = endpoint({
  method: 'POST',
  url: '/company/test-mail',
  access: 'owner',
  tag: 'Company',
  summary: 'Send a test mail to the owner',
  reply: Done,
});

/** Deletes the company with all its data, after ending running interviews. This cannot be undone. */
export const deleteCompany = endpoint({
  method: 'DELETE',
  url: '/company',
  access: 'owner',
  tag: 'Company',
  summary: 'Delete the company with everything in it',
  body: Closed({
    password: Password,
    /** The company's name, typed to confirm. */
    confirmation: Line(NAME_SENT_MAX),
  }),
  reply: Done,
});
