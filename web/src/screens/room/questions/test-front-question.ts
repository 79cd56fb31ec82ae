import { interviewQuestionQuery } from '../../../features/questions/room/interview-questions.queries.ts';
import { isActive } from '../../../features/runs/state/run-state.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import type { LiveRoom, RoomQuestions, RoomRuns } from '../live/live-room.ts';
import { hiddenTestsOf } from './hidden-program.ts';
import { runRoomTests, whyNoTests } from './run-room-tests.ts';

type Runner = RoomQuestions['runner'];

/**
 * Runs the tests of the question in front after each run of the room's test files that this interviewer started and
 * that ended by itself, if the question has hidden test files. Only interviewers have them.
 */
export function testAfterRuns(room: LiveRoom, runner: Runner): void {
  if (room.userType !== 'interviewer') return;
  const follow = (runs: RoomRuns) => {
    const { store } = runs.session;
    /** The run that goes on; one that had ended before this page came is not followed. */
    let started: string | null = null;
    return store.subscribe(() => {
      const state = store.get();
      const { run } = state;
      const isOwn = run?.tests === true && run.by.id === room.connection.store.get().self?.id;
      const hasEnded = isOwn && run.id === started && !isActive(state);
      started = isOwn && isActive(state) ? run.id : null;
      const reason = run?.end?.reason;
      if (hasEnded && (reason === 'finished' || reason === 'failed')) void testFrontQuestion(room, runs, runner);
    });
  };
  let runs = room.runs.get();
  let following = runs && follow(runs);
  const loading = room.runs.subscribe(() => {
    if (room.runs.get() === runs) return;
    following?.unsubscribe();
    runs = room.runs.get();
    following = runs && follow(runs);
  });
  room.onLeave(() => {
    following?.unsubscribe();
    loading.unsubscribe();
  });
}

async function testFrontQuestion(room: LiveRoom, runs: RoomRuns, runner: Runner): Promise<void> {
  const { questions, front } = room.shownQuestions.store.get();
  const question = questions.find(({ id }) => id === front);
  if (!question || room.interview.id === undefined) return;
  // Without a connection it throws, unless it was read before.
  const copy = await queryClient.fetchQuery(interviewQuestionQuery(room.interview.id, question.id)).catch(() => null);
  const { language } = room.connection.store.get();
  if (!copy || hiddenTestsOf(language, copy.hidden_files ?? []).length === 0) return;
  if (whyNoTests(runs.session, language, question) !== null) return;
  const hidden = copy.content.tests.filter((test) => test.is_hidden);
  const tested = { id: question.id, tests: [...question.tests, ...hidden], hiddenFiles: copy.hidden_files ?? [] };
  await runRoomTests({ room, runs, runner }, tested);
}
