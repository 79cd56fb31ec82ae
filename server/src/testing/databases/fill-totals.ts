import { CANDIDATE_ASIDES_MAX } from '@cip/contracts/rooms/asides';
import { CANDIDATES_FILES_MAX } from '@cip/contracts/rooms/files';
import { CANDIDATES_EVENTS_MAX } from '@cip/contracts/timeline/timeline';
import { CANDIDATES_RUNS_MAX } from '@cip/contracts/runs/run-limits';
import { sql } from 'kysely';
import type { TestApp } from '../test-app.ts';
import { anEnd, hashOf } from '../sockets/runs.ts';

/** Makes candidates use up all counts of the database for an interview, as all holders of its link together can. */
export async function fillTotals({ ctx }: TestApp, interviewId: string, candidateId: string): Promise<void> {
  await sql`
    insert into timeline_counts (interview_id, participant_id, is_candidate, events)
    values (${interviewId}, ${candidateId}::uuid, true, ${CANDIDATES_EVENTS_MAX})
    on conflict (interview_id, participant_id) do update set events = excluded.events`.execute(ctx.db);
  await addRuns(ctx.db, CANDIDATES_RUNS_MAX, { interviewId, participantId: candidateId });
  await sql`
    insert into asides (interview_id, number, question_number, participant_id, participant_name, participant_type,
      language, code)
    select ${interviewId}, n, 1, ${candidateId}::uuid, 'Name', 'candidate', 'sql', n::text
    from generate_series(1, ${CANDIDATE_ASIDES_MAX}::int) n`.execute(ctx.db);
  await sql`
    insert into interview_files (interview_id, root, name, created_by)
    select ${interviewId}, 'code' || n, 'file-' || n, ${candidateId}::uuid
    from generate_series(2, ${CANDIDATES_FILES_MAX + 1}::int) n`.execute(ctx.db);
}

/** Adds ended runs of a participant that arrived some time ago (ms). */
export async function addRuns(
  db: TestApp['ctx']['db'],
  count: number,
  by: { interviewId: string; participantId: string; arrivedMs?: number; isOffline?: boolean },
): Promise<void> {
  const { interviewId, participantId, arrivedMs = 0, isOffline = false } = by;
  await sql`
    insert into runs (id, interview_id, participant_id, participant_name, language, code, stdin, hash, position, is_offline,
      requested_at, created_at, ended_at, result)
    select gen_random_uuid(), ${interviewId}, ${participantId}::uuid, 'Name', 'python', '', '', ${hashOf('')}, 0,
      ${isOffline}::boolean, now() - interval '1 hour',
      now() - ${arrivedMs}::double precision * interval '1 millisecond', now(), ${JSON.stringify(anEnd())}::jsonb
    from generate_series(1, ${count}::int)`.execute(db);
}
