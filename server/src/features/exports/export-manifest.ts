import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';

interface ExportedColumns {
  name: keyof Tables;
  columns: string[];
  /** Columns that are not exported, with the reason. */
  withheld: Record<string, string>;
  /** Rows per query, for tables with large rows. */
  batchRows?: number;
}

/** A table whose rows are parts of another table's, as an array in each of them. */
export interface PartsTable extends ExportedColumns {
  /** The array's name. */
  as: string;
  /** The column that names the other table's row, by its key. */
  of: string;
  /** The column that orders the parts of a row; it is unique among them. */
  orderBy: string;
}

/** The exported part of a table. A test compares the list with the database, so that no column is missed. */
export interface ExportedTable extends ExportedColumns {
  /** The unique column that its rows are ordered by. */
  key: string;
  /** Returns the condition for the rows of a company or an interview, by its id. */
  rowsOf: (id: string) => RawBuilder<boolean>;
  /** The bytes of a row's large columns, which end a batch early. It must not read the columns to measure them. */
  bytes?: RawBuilder<number>;
  parts?: PartsTable;
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
      'call_link',
      'rule',
      'notification_preferences',
      'retention_days',
      'requires_second_factor',
      'open_domain',
      'interviews_visible_to',
      'created_at',
    ],
    withheld: { reported_until: 'bookkeeping of the weekly reports' },
  },
  {
    name: 'users',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'role', 'name', 'email', 'email_verified_at', 'has_password', 'created_at'],
    withheld: { password_hash: 'a secret' },
  },
  {
    name: 'provider_identities',
    key: 'user_id',
    rowsOf: ofUsers,
    columns: ['user_id', 'issuer', 'subject', 'created_at'],
    withheld: {},
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
    withheld: {
      id: 'part of a bearer token',
      network: 'a keyed digest without meaning elsewhere',
      provider_session: 'a keyed digest without meaning elsewhere',
    },
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
    columns: ['id', 'company_id', 'at', 'action', 'actor', 'actor_id', 'actor_key_id', 'subject_id', 'details'],
    withheld: {},
  },
  {
    name: 'api_keys',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: [
      'id',
      'company_id',
      'created_by',
      'name',
      'scope',
      'created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ],
    withheld: { digest: 'opens the API', hint: 'part of a secret' },
  },
  {
    name: 'calendar_feeds',
    key: 'user_id',
    rowsOf: ofUsers,
    columns: ['user_id', 'created_at'],
    withheld: { digest: 'opens the calendar' },
  },
  {
    name: 'webhooks',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'url', 'events', 'created_at', 'failing_since', 'disabled_at', 'old_secret_until'],
    withheld: { secret: 'signs messages', old_secret: 'signs messages', claimed_until: 'of the running system' },
  },
  {
    name: 'webhook_deliveries',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: [
      'id',
      'webhook_id',
      'company_id',
      'interview_id',
      'type',
      'payload',
      'created_at',
      'due_at',
      'tries',
      'tried_at',
      'status',
      'failure',
      'delivered_at',
    ],
    withheld: {},
  },
  {
    name: 'questions',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['id', 'company_id', 'version', 'archived_at', 'used_at', 'created_at', 'updated_at'],
    withheld: { is_from_library: 'bookkeeping of the first library' },
    parts: {
      name: 'question_versions',
      as: 'versions',
      of: 'question_id',
      orderBy: 'version',
      // A version may have 1 MB of SQL and 2 MB of texts.
      batchRows: 2,
      columns: ['version', 'at', 'user_id', 'title', 'text', 'guide', 'starters', 'data', 'tests', 'minutes', 'tags'],
      withheld: { question_id: 'the question contains its versions' },
    },
  },
  {
    name: 'question_library_answers',
    key: 'company_id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: ['company_id', 'at'],
    withheld: {},
  },
  {
    name: 'interview_templates',
    key: 'id',
    rowsOf: (id) => sql`company_id = ${id}`,
    columns: [
      'id',
      'company_id',
      'name',
      'criteria',
      'asks_before_admitting',
      'typing_mode',
      'allows_runs',
      'rule',
      'updated_at',
    ],
    withheld: {},
    parts: {
      name: 'template_questions',
      as: 'questions',
      of: 'template_id',
      orderBy: 'position',
      columns: ['position', 'question_id'],
      withheld: { template_id: 'the template contains its questions' },
    },
  },
];

/** Runs with large columns: one has up to 0.8 MB of code, 0.3 MB of input and 0.1 MB of a result. */
const LARGE_RUNS = { batchRows: 10, bytes: sql<number>`octet_length(code) + octet_length(stdin)` };

const RUN_PIECES: PartsTable = {
  name: 'run_pieces',
  as: 'output',
  of: 'run_id',
  orderBy: 'seq',
  columns: ['seq', 'at_ms', 'stream', 'text'],
  withheld: { run_id: 'the run contains its pieces' },
};

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
      'planned_by',
      'started_by',
      'interviewer_name',
      'room_code',
      'status',
      'typing_mode',
      'asks_before_admitting',
      'is_locked',
      'template_id',
      'candidate_name',
      'candidate_email',
      'notes',
      'scheduled_at',
      'time_zone',
      'minutes',
      'call_link',
      'rule',
      'plan_revision',
      'plan_changed_at',
      'declined_at',
      'decline_note',
      'started_at',
      'ended_at',
      'created_at',
    ],
    withheld: {},
  },
  {
    name: 'interview_interviewers',
    key: 'user_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'user_id', 'position'],
    withheld: {},
  },
  {
    name: 'candidates',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: [
      'id',
      'interview_id',
      'name',
      'joined_at',
      'removed_at',
      'admission',
      'admission_since',
      'admission_by',
      'seen_at',
    ],
    withheld: {},
  },
  {
    name: 'room_occupancy',
    key: 'interview_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'occupied_at', 'interviewer_at', 'waiting_mail_at'],
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
  {
    name: 'timeline_events',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['id', 'interview_id', 'at', 'participant_id', 'kind', 'data'],
    withheld: { op_id: 'bookkeeping of repetitions' },
  },
  {
    name: 'interview_questions',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    // A copy may have 1 MB of SQL and 2 MB of texts.
    batchRows: 2,
    columns: [
      'id',
      'interview_id',
      'number',
      'question_id',
      'version',
      'content',
      'shown_at',
      'front_at',
      'hidden_at',
      'report',
      'reported_at',
      'shares_hidden',
    ],
    withheld: { title: 'part of the content', content_bytes: 'bookkeeping of the size' },
  },
  {
    name: 'asides',
    key: 'number',
    rowsOf: (id) => sql`interview_id = ${id}`,
    // Up to 0.8 MB of code.
    batchRows: 2,
    columns: [
      'interview_id',
      'number',
      'question_number',
      'at',
      'participant_id',
      'participant_name',
      'participant_type',
      'language',
      'code',
    ],
    withheld: {},
  },
  {
    name: 'review_links',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: [
      'id',
      'interview_id',
      'created_by',
      'shows_candidate',
      'shows_questions',
      'shows_scorecards',
      'created_at',
      'expires_at',
      'opened_at',
    ],
    withheld: { digest: 'opens the playback' },
  },
  {
    name: 'closed_stretches',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['id', 'interview_id', 'from_ms', 'to_ms', 'closed_by', 'closed_at'],
    withheld: {},
  },
  {
    name: 'run_settings',
    key: 'interview_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'is_allowed', 'data_set', 'stdin', 'changed_at'],
    withheld: {},
  },
  {
    name: 'runs',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    ...LARGE_RUNS,
    columns: [
      'id',
      'interview_id',
      'participant_id',
      'participant_name',
      'language',
      'code',
      'stdin',
      'hash',
      'of',
      'is_offline',
      'requested_at',
      'runner_id',
      'runner_name',
      'runner_device',
      'stop_at',
      'ended_at',
      'result',
    ],
    withheld: {
      position: 'bookkeeping',
      piece_count: 'bookkeeping',
      output_chars: 'bookkeeping',
      asks: 'bookkeeping',
      asked_at: 'bookkeeping',
      answer: 'part of stdin',
      waited_ms: 'bookkeeping',
      changed_at: 'bookkeeping',
      created_at: 'bookkeeping of the limit on runs',
    },
    parts: RUN_PIECES,
  },
];

/** The tables about an interview that only its company's archive contains: an interview's has what its reader may read. */
export const SCORECARD_TABLES: ExportedTable[] = [
  {
    name: 'scorecards',
    key: 'id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    // A scorecard may have 0.2 MB of notes.
    batchRows: 20,
    columns: ['id', 'interview_id', 'user_id', 'author_name', 'from_playback', 'content', 'created_at', 'saved_at'],
    withheld: {},
    parts: {
      name: 'scorecard_versions',
      as: 'versions',
      of: 'scorecard_id',
      orderBy: 'number',
      columns: ['number', 'content', 'submitted_at'],
      withheld: { scorecard_id: 'the scorecard contains its versions' },
    },
  },
  {
    name: 'interview_criteria',
    key: 'interview_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'criteria'],
    withheld: {},
  },
  {
    name: 'interview_decisions',
    key: 'interview_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'decision', 'reason', 'decided_by', 'decided_by_name', 'decided_at'],
    withheld: {},
  },
  {
    name: 'playback_views',
    key: 'user_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'user_id', 'since'],
    withheld: {},
  },
  {
    name: 'candidate_accounts',
    key: 'user_id',
    rowsOf: (id) => sql`interview_id = ${id}`,
    columns: ['interview_id', 'user_id', 'since'],
    withheld: {},
  },
];

/** Kinds of events that concern the whole room; the others concern their participant only. */
const ROOM_EVENTS = [
  'opened',
  'locked',
  'unlocked',
  'language',
  'typing_mode',
  'runs_allowed',
  'data_set',
  'question_shown',
  'question_hidden',
  'tests_run',
  'ended',
];
/** Kinds of events about the candidate whom their data names. */
const DECISIONS = ['admitted', 'sent_back', 'rejected'];

const ABOUT_OTHERS = 'may be about another participant';

/** What is stored about a candidate besides their joining: their own rows and those about the room. */
export const CANDIDATE_TABLES: ExportedTable[] = [
  {
    name: 'timeline_events',
    key: 'id',
    rowsOf: (id) => sql`interview_id = (select candidates.interview_id from candidates where candidates.id = ${id})
      and (participant_id = ${id} or kind in (${sql.join(ROOM_EVENTS)})
        or (kind in (${sql.join(DECISIONS)}) and data ->> 'participantId' = ${id}))`,
    columns: ['at', 'kind', 'data'],
    withheld: {
      id: 'bookkeeping',
      op_id: 'bookkeeping of repetitions',
      interview_id: 'the same in all rows',
      participant_id: ABOUT_OTHERS,
    },
  },
  {
    name: 'runs',
    key: 'id',
    rowsOf: (id) => sql`interview_id = (select candidates.interview_id from candidates where candidates.id = ${id})
      and participant_id = ${id}`,
    ...LARGE_RUNS,
    columns: ['language', 'code', 'stdin', 'is_offline', 'requested_at', 'runner_device', 'ended_at', 'result'],
    withheld: {
      id: 'bookkeeping',
      interview_id: 'the same in all rows',
      participant_id: 'the same in all rows',
      participant_name: 'the same in all rows',
      hash: 'the digest of the code',
      of: ABOUT_OTHERS,
      runner_id: ABOUT_OTHERS,
      runner_name: ABOUT_OTHERS,
      stop_at: ABOUT_OTHERS,
      position: 'bookkeeping',
      piece_count: 'bookkeeping',
      output_chars: 'bookkeeping',
      asks: 'bookkeeping',
      asked_at: 'bookkeeping',
      answer: 'part of stdin',
      waited_ms: 'bookkeeping',
      changed_at: 'bookkeeping',
      created_at: 'bookkeeping of the limit on runs',
    },
    parts: RUN_PIECES,
  },
];

/** The edits of an interview: Yjs updates in base64. */
export const EDITS_TABLE: ExportedTable = {
  name: 'document_updates',
  key: 'id',
  rowsOf: (id) => sql`interview_id = ${id}`,
  bytes: sql`octet_length(bytes)`,
  columns: ['id', 'interview_id', 'op_id', 'participant_id', 'at', 'bytes'],
  withheld: {},
};

/** Tables that are not exported, with the reason. */
export const OMITTED_TABLES: Partial<Record<keyof Tables, string>> = {
  settings: 'belongs to the product',
  room_nodes: 'belongs to the product',
  plans: 'belongs to the product',
  receipt_keys: 'belongs to the product',
  plan_versions: 'belongs to the product',
  plan_prices: 'belongs to the product',
  test_payments: 'replaces a payment provider in development; never in production',
  payment_events: 'ids of the payment provider’s events',
  removed_users: 'digests of people who must not be recognized',
  spent_tokens: 'bookkeeping of what was used once',
  recovery_codes: 'digests of codes that open an account',
  scorecard_saves: 'bookkeeping of repetitions',
  timeline_counts: 'bookkeeping of the limits on the timeline',
  scorecard_reminders: 'bookkeeping of the reminders',
  mails: 'wait for seconds to be sent, and consist of data of other tables',
};
