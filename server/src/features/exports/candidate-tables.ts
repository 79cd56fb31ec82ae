import { sql } from 'kysely';
import { ofCandidate } from './exported-table.ts';
import type { ExportedTable } from './exported-table.ts';
import { LARGE_RUNS, RUN_BOOKKEEPING, RUN_PIECES } from './export-manifest.ts';

/** Kinds of events that concern the whole room; the others concern their participant only. */
const ROOM_EVENTS = [
  'opened',
  'locked',
  'unlocked',
  'language',
  'typing_mode',
  'runs_allowed',
  'file_created',
  'file_renamed',
  'file_deleted',
  'file_restored',
  'files_allowed',
  'data_set',
  'question_shown',
  'question_hidden',
  'tests_run',
  'ended',
];

/** Kinds of events about the candidate whom their data names. */
const DECISIONS = ['admitted', 'sent_back', 'rejected'];

const ABOUT_OTHERS = 'may be about another participant';

/** The stored data about a candidate besides their joining: their own rows and the room's. */
export const CANDIDATE_TABLES: ExportedTable[] = [
  ofCandidate(
    'timeline_events',
    (id) => sql`participant_id = ${id} or kind in (${sql.join(ROOM_EVENTS)})
      or (kind in (${sql.join(DECISIONS)}) and data ->> 'participantId' = ${id})`,
    {
      withheld: {
        id: 'bookkeeping',
        op_id: 'bookkeeping of repetitions',
        interview_id: 'the same in all rows',
        participant_id: ABOUT_OTHERS,
      },
    },
  ),
  ofCandidate('runs', (id) => sql`participant_id = ${id}`, {
    ...LARGE_RUNS,
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
      ...RUN_BOOKKEEPING,
    },
    parts: RUN_PIECES,
  }),
];
