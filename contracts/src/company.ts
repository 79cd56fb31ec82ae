import { Type } from 'typebox';
import { Plan, SubscriptionStatus } from './billing.ts';
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
  Password,
  SentName,
  Text,
} from './common.ts';
import { endpoint } from './endpoint.ts';

export const PHONE_MAX = 40;
export const ADDRESS_MAX = 500;

/** The notifications of a company; keys as in the spec. */
export const NotificationPreferences = Closed({
  emailNotifications: Type.Boolean(),
  sessionReminders: Type.Boolean(),
  weeklyReports: Type.Boolean(),
});
export type NotificationPreferences = Type.Static<typeof NotificationPreferences>;

/** The signed-in company account. */
export const Company = Closed({
  id: Id,
  name: Name,
  email: Email,
  phone: Nullable(Line(PHONE_MAX)),
  address: Nullable(Text(ADDRESS_MAX)),
  subscription_status: SubscriptionStatus,
  subscription_ends_at: Nullable(Moment),
  plan: Nullable(Plan),
  notification_preferences: NotificationPreferences,
  /** False until the owner has confirmed the e-mail; production sends no invitations before. */
  email_verified: Type.Boolean(),
  /** Whether every new sign-in has to set up the second step first. */
  requires_second_factor: Type.Boolean(),
});
export type Company = Type.Static<typeof Company>;

const CompanyReply = Closed({ company: Company });

export const updateCompanyProfile = endpoint({
  method: 'PUT',
  url: '/company/profile',
  access: 'owner',
  summary: "Change the company's name, e-mail and phone",
  body: Closed({ name: SentName, email: Email, phone: Type.Optional(Nullable(Line(PHONE_MAX))) }),
  reply: CompanyReply,
  status: 200,
});

/** Changes the caller's password. */
export const changePassword = endpoint({
  method: 'PUT',
  url: '/company/password',
  access: 'account',
  summary: 'Change your own password',
  body: Closed({ current_password: Password, new_password: Password }),
  reply: Done,
  status: 200,
});

export const updateNotificationPreferences = endpoint({
  method: 'PUT',
  url: '/company/notifications',
  access: 'owner',
  summary: 'Change the notification preferences',
  body: NotificationPreferences,
  reply: CompanyReply,
  status: 200,
});

/** Users without a second step have to set it up at their next sign-in; open sign-ins continue. */
export const updateSecurity = endpoint({
  method: 'PUT',
  url: '/company/security',
  access: 'owner',
  summary: 'Require the second step of everyone in the company, or not',
  body: Closed({ requires_second_factor: Type.Boolean() }),
  reply: CompanyReply,
  status: 200,
});

/** Deletes the company with all its data, after ending running interviews. This cannot be undone. */
export const deleteCompany = endpoint({
  method: 'DELETE',
  url: '/company',
  access: 'owner',
  summary: 'Delete the company with everything in it',
  body: Closed({
    password: Password,
    /** The company's name, typed to confirm. */
    confirmation: Line(NAME_SENT_MAX),
  }),
  reply: Done,
  status: 200,
});
