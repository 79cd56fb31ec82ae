import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';

/** The exported part of a table. A test compares the list with the database, so that no column is missed. */
export interface ExportedTable {
  name: keyof Tables;
  /** The unique column that its rows are ordered by. */
  key: string;
  /** Returns the condition for the rows of a company or an interview, by its id. */
  rowsOf: (id: string) => RawBuilder<boolean>;
  columns: string[];
  /** Columns that are not exported, with the reason. */
  withheld: Record<string, string>;
}

const ofUsers = (id: string) => sql<boolean>`user_id in (select users.id from users where users.company_id = ${id})`;

/** The tables about a company itself. */
export const COMPANY_TABLES: ExportedTable[] = [
  {
    name: 'companies',
    key: 'id',
    rowsOf: (id) => sql`id = ${id}`,
    columns: [
      'id',
      'name',
      'email',
      'phone',
      'address',
      'notification_preferences',
      'retention_days',
      'requires_second_factor',
      'created_at',
    ],
    withheld: { reported_until: 'bookkeeping of the weekly reports' },
  },
  {
    name: 'users',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'role', 'name', 'email', 'email_verified_at', 'created_at'],
    withheld: { password_hash: 'a secret' },
  },
  {
    name: 'auth_sessions',
    key: 'id',
    rowsOf: ofUsers,
    columns: [
      'user_id',
      'created_at',
      'expires_at',
      'device',
      'address',
      'last_used_at',
      'authenticated_at',
      'needs_second_factor',
    ],
    withheld: { id: 'part of a bearer token', network: 'a keyed digest without meaning elsewhere' },
  },
  {
    name: 'password_resets',
    key: 'token_hash',
    rowsOf: ofUsers,
    columns: ['user_id', 'expires_at'],
    withheld: { token_hash: 'opens an account' },
  },
  {
    name: 'email_links',
    key: 'id',
    rowsOf: ofUsers,
    columns: ['user_id', 'kind', 'email', 'was_verified', 'created_at', 'expires_at'],
    withheld: { id: 'bookkeeping', token_hash: 'opens an account' },
  },
  {
    name: 'second_factors',
    key: 'user_id',
    rowsOf: ofUsers,
    columns: ['user_id', 'confirmed_at'],
    withheld: { secret: 'a secret', last_step: 'bookkeeping of used codes' },
  },
  {
    name: 'subscriptions',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: [
      'id',
      'company_id',
      'plan_id',
      'plan_version_id',
      'status',
      'started_at',
      'ends_at',
      'provider',
      'provider_subscription_id',
      'renews',
      'next_version_id',
      'unpaid_since',
      'access_until',
      'free_version_id',
      'free_after',
    ],
    withheld: {},
  },
  {
    name: 'payment_customers',
    key: 'provider',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['company_id', 'provider', 'customer_id'],
    withheld: { takeovers: 'bookkeeping', checked_at: 'bookkeeping', changing_until: 'bookkeeping' },
  },
  {
    name: 'checkouts',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'provider', 'plan_version_id', 'provider_checkout_id', 'status', 'created_at'],
    withheld: {},
  },
  {
    name: 'interview_starts',
    key: 'interview_id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['interview_id', 'company_id', 'started_at'],
    withheld: {},
  },
  {
    name: 'audit_log',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'at', 'action', 'actor', 'actor_id', 'subject_id', 'details'],
    withheld: {},
  },
];

/** The tables about an interview, without its edits. */
export const INTERVIEW_TABLES: ExportedTable[] = [
  {
    name: 'interviews',
    key: 'id',
    rowsOf: (id) => sql`id = ${id}`,
    columns: [
      'id',
      'company_id',
      'interviewer_id',
      'interviewer_name',
      'room_code',
      'status',
      'typing_mode',
      'candidate_name',
      'candidate_email',
      'notes',
      'scheduled_at',
      'time_zone',
      'started_at',
      'ended_at',
      'created_at',
    ],
    withheld: {},
  },
  {
    name: 'candidates',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['id', 'interview_id', 'name', 'joined_at', 'removed_at'],
    withheld: {},
  },
  {
    name: 'room_occupancy',
    key: 'interview_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'occupied_at'],
    withheld: {},
  },
  {
    name: 'offline_gaps',
    key: 'op_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'op_id', 'participant_id', 'offline_from', 'offline_to'],
    withheld: {},
  },
  {
    name: 'document_saves',
    key: 'op_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'op_id', 'at'],
    withheld: {},
  },
  {
    name: 'documents',
    key: 'interview_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'language', 'editor_settings', 'writers', 'updated_at'],
    withheld: {
      saved_text: 'an earlier text; the edits contain it',
      snapshot: 'the edits in another form',
      through_id: 'bookkeeping of the snapshot',
    },
  },
];

/** The edits of an interview: Yjs updates in base64. */
export const EDITS_TABLE: ExportedTable = {
  name: 'document_updates',
  key: 'id',
  rowsOf: (id) => sql`interview_id = ${id}`,
  columns: ['id', 'interview_id', 'op_id', 'participant_id', 'at', 'bytes'],
  withheld: {},
};

/** Tables that are not exported, with the reason. */
export const OMITTED_TABLES: Partial<Record<keyof Tables, string>> = {
  settings: 'belongs to the product',
  plans: 'belongs to the product',
  plan_versions: 'belongs to the product',
  plan_prices: 'belongs to the product',
  test_payments: 'replaces a payment provider in development; never in production',
  payment_events: 'ids of the payment provider’s events',
  recovery_codes: 'digests of codes that open an account',
  mails: 'wait for seconds to be sent, and consist of data of other tables',
};
