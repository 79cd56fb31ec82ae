import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';

/** What an export takes from a table. A test holds the list against the database: no column is forgotten. */
export interface ExportedTable {
  table: keyof Tables;
  /** The column its rows are read in the order of; unique. */
  key: string;
  /** Which of its rows are somebody's, by the company's id or the interview's. */
  of: (id: string) => RawBuilder<boolean>;
  columns: string[];
  /** Columns that stay here, with the reason. */
  withheld: Record<string, string>;
}

const ofUsers = (id: string) => sql<boolean>`user_id in (select users.id from users where users.company_id = ${id})`;

/** What is held about a company itself. */
export const COMPANY_TABLES: ExportedTable[] = [
  {
    table: 'companies',
    key: 'id',
    of: (id) => sql`id = ${id}`,
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
    table: 'users',
    key: 'id',
    of: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'role', 'name', 'email', 'email_verified_at', 'created_at'],
    withheld: { password_hash: 'a secret' },
  },
  {
    table: 'auth_sessions',
    key: 'id',
    of: ofUsers,
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
    withheld: { id: 'part of a bearer token', network: 'a keyed digest that means nothing elsewhere' },
  },
  {
    table: 'password_resets',
    key: 'token_hash',
    of: ofUsers,
    columns: ['user_id', 'expires_at'],
    withheld: { token_hash: 'opens an account' },
  },
  {
    table: 'email_links',
    key: 'id',
    of: ofUsers,
    columns: ['user_id', 'kind', 'email', 'was_verified', 'created_at', 'expires_at'],
    withheld: { id: 'bookkeeping', token_hash: 'opens an account' },
  },
  {
    table: 'second_factors',
    key: 'user_id',
    of: ofUsers,
    columns: ['user_id', 'confirmed_at'],
    withheld: { secret: 'a secret', last_step: 'bookkeeping of the codes that were taken' },
  },
  {
    table: 'subscriptions',
    key: 'id',
    of: (id) => sql`company_id = ${id}`,
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
    table: 'payment_customers',
    key: 'provider',
    of: (id) => sql`company_id = ${id}`,
    columns: ['company_id', 'provider', 'customer_id'],
    withheld: { takeovers: 'bookkeeping', checked_at: 'bookkeeping', changing_until: 'bookkeeping' },
  },
  {
    table: 'checkouts',
    key: 'id',
    of: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'provider', 'plan_version_id', 'provider_checkout_id', 'status', 'created_at'],
    withheld: {},
  },
  {
    table: 'interview_starts',
    key: 'interview_id',
    of: (id) => sql`company_id = ${id}`,
    columns: ['interview_id', 'company_id', 'started_at'],
    withheld: {},
  },
  {
    table: 'audit_log',
    key: 'id',
    of: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'at', 'action', 'actor', 'actor_id', 'subject_id', 'details'],
    withheld: {},
  },
];

/** What is held about an interview, but for its edits. */
export const INTERVIEW_TABLES: ExportedTable[] = [
  {
    table: 'interviews',
    key: 'id',
    of: (id) => sql`id = ${id}`,
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
    table: 'candidates',
    key: 'id',
    of: (id) => sql`interview_id = ${id}`,
    columns: ['id', 'interview_id', 'name', 'joined_at', 'removed_at'],
    withheld: {},
  },
  {
    table: 'room_occupancy',
    key: 'interview_id',
    of: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'occupied_at'],
    withheld: {},
  },
  {
    table: 'offline_gaps',
    key: 'op_id',
    of: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'op_id', 'participant_id', 'offline_from', 'offline_to'],
    withheld: {},
  },
  {
    table: 'document_saves',
    key: 'op_id',
    of: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'op_id', 'at'],
    withheld: {},
  },
  {
    table: 'documents',
    key: 'interview_id',
    of: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'language', 'editor_settings', 'writers', 'updated_at'],
    withheld: {
      saved_text: 'the code of an earlier moment; the edits hold it',
      snapshot: 'the edits in another form',
      through_id: 'bookkeeping of the snapshot',
    },
  },
];

/** The edits of an interview, as Yjs updates in base64. */
export const EDITS_TABLE: ExportedTable = {
  table: 'document_updates',
  key: 'id',
  of: (id) => sql`interview_id = ${id}`,
  columns: ['id', 'interview_id', 'op_id', 'participant_id', 'at', 'bytes'],
  withheld: {},
};

/** Tables that no export takes anything from, with the reason. */
export const OMITTED_TABLES: Partial<Record<keyof Tables, string>> = {
  settings: 'the product’s own',
  plans: 'the product’s own',
  plan_versions: 'the product’s own',
  plan_prices: 'the product’s own',
  test_payments: 'stands for a payment provider where none is set up; never in production',
  payment_events: 'what the payment provider sent, by its number alone',
  recovery_codes: 'digests of what opens an account',
  mails: 'wait a moment to be sent, and are made of what is held elsewhere',
};
