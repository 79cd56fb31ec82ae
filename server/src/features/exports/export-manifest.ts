import { sql } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';
import { byId, ofCompany, ofUsers, parts, ofInterview } from './exported-table.ts';
import type { ExportedTable } from './exported-table.ts';

/** The tables about a company itself. */
export const COMPANY_TABLES: ExportedTable[] = [
  byId('companies', 'id', { withheld: { reported_until: 'bookkeeping of the weekly reports' } }),
  ofCompany('users', 'id', { withheld: { password_hash: 'a secret' } }),
  ofUsers('provider_identities', ['user_id', 'issuer']),
  ofUsers('auth_sessions', 'id', {
    withheld: {
      id: 'part of a bearer token',
      network: 'a keyed digest without meaning elsewhere',
      provider_session: 'a keyed digest without meaning elsewhere',
    },
  }),
  ofUsers('password_resets', 'token_hash', { withheld: { token_hash: 'opens an account' } }),
  ofUsers('email_links', 'id', { withheld: { id: 'bookkeeping', token_hash: 'opens an account' } }),
  ofUsers('second_factors', 'user_id', { withheld: { secret: 'a secret', last_step: 'bookkeeping of used codes' } }),
  ofCompany('subscriptions', 'id'),
  ofCompany('payment_customers', 'provider', {
    withheld: { takeovers: 'bookkeeping', checked_at: 'bookkeeping', changing_until: 'bookkeeping' },
  }),
  ofCompany('checkouts', 'id'),
  ofCompany('interview_starts', 'interview_id'),
  ofCompany('audit_log', 'id'),
  ofCompany('api_keys', 'id', { withheld: { digest: 'opens the API', hint: 'part of a secret' } }),
  ofUsers('calendar_feeds', 'user_id', { withheld: { digest: 'opens the calendar' } }),
  ofCompany('webhooks', 'id', {
    withheld: { secret: 'signs messages', old_secret: 'signs messages', claimed_until: 'of the running system' },
  }),
  ofCompany('webhook_deliveries', 'id'),
  ofCompany('questions', 'id', {
    withheld: { is_from_library: 'bookkeeping of the first library' },
    parts: parts({
      name: 'question_versions',
      as: 'versions',
      of: 'question_id',
      orderBy: 'version',
      // A version may have 1 MB of SQL and 2 MB of texts.
      batchRows: 2,
      withheld: { question_id: 'the question contains its versions' },
    }),
  }),
  ofCompany('question_library_answers', 'company_id'),
  ofCompany('interview_templates', 'id', {
    parts: parts({
      name: 'template_questions',
      as: 'questions',
      of: 'template_id',
      orderBy: 'position',
      withheld: { template_id: 'the template contains its questions' },
    }),
  }),
];

/** Runs with large columns: one has up to 0.8 MB of code, 0.3 MB of input and 0.1 MB of a result. */
export const LARGE_RUNS = {
  batchRows: 10,
  bytes: sql<number>`octet_length(code) + octet_length(stdin) + coalesce(octet_length(files::text), 0)`,
};

export const RUN_BOOKKEEPING = {
  position: 'bookkeeping',
  piece_count: 'bookkeeping',
  output_chars: 'bookkeeping',
  asks: 'bookkeeping',
  asked_at: 'bookkeeping',
  answer: 'part of stdin',
  waited_ms: 'bookkeeping',
  changed_at: 'bookkeeping',
  created_at: 'bookkeeping of the limit on runs',
};

export const RUN_PIECES = parts({
  name: 'run_pieces',
  as: 'output',
  of: 'run_id',
  orderBy: 'seq',
  withheld: { run_id: 'the run contains its pieces' },
});

/** The tables about an interview, without its edits. */
export const INTERVIEW_TABLES: ExportedTable[] = [
  byId('interviews', 'id'),
  ofInterview('interview_interviewers', 'user_id'),
  ofInterview('candidates', 'id'),
  ofInterview('room_occupancy', 'interview_id'),
  ofInterview('offline_gaps', 'op_id'),
  ofInterview('document_saves', 'op_id'),
  ofInterview('documents', 'interview_id', {
    withheld: {
      saved_text: 'an earlier text; the edits contain it',
      snapshot: 'the edits in another form',
      through_id: 'bookkeeping of the snapshot',
    },
  }),
  ofInterview('interview_files', 'root', { withheld: { op_id: 'bookkeeping of repetitions' } }),
  ofInterview('timeline_events', 'id', { withheld: { op_id: 'bookkeeping of repetitions' } }),
  ofInterview('interview_questions', 'id', {
    // A copy may have 1 MB of SQL and 2 MB of texts.
    batchRows: 2,
    withheld: { title: 'part of the content', content_bytes: 'bookkeeping of the size' },
  }),
  ofInterview('asides', 'number', {
    // Up to 0.8 MB of code, and as much again with its files.
    batchRows: 2,
  }),
  ofInterview('review_links', 'id', { withheld: { digest: 'opens the playback' } }),
  ofInterview('closed_stretches', 'id'),
  ofInterview('run_settings', 'interview_id'),
  ofInterview('runs', 'id', {
    ...LARGE_RUNS,
    withheld: RUN_BOOKKEEPING,
    parts: RUN_PIECES,
  }),
];

/**
 * The tables about an interview only in its company's archive: an interview's has the parts that its reader may read.
 */
export const SCORECARD_TABLES: ExportedTable[] = [
  ofInterview('scorecards', 'id', {
    // A scorecard may have 0.2 MB of notes.
    batchRows: 20,
    parts: parts({
      name: 'scorecard_versions',
      as: 'versions',
      of: 'scorecard_id',
      orderBy: 'number',
      withheld: { scorecard_id: 'the scorecard contains its versions' },
    }),
  }),
  ofInterview('interview_criteria', 'interview_id'),
  ofInterview('interview_decisions', 'interview_id'),
  ofInterview('playback_views', 'user_id'),
  ofInterview('candidate_accounts', 'user_id'),
];

/** The edits of an interview: Yjs updates in base64. */
export const EDITS_TABLE: ExportedTable = ofInterview('document_updates', 'id', { bytes: sql`octet_length(bytes)` });

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
