import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import type { HiddenFile } from '@cip/contracts/questions/interview-questions';
import type { QuestionTest } from '@cip/contracts/questions/questions';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  interviewQuestionQuery,
  interviewQuestionsQuery,
} from '../../../features/questions/room/interview-questions.queries.ts';
import { QuestionTests } from '../../../features/questions/tests/QuestionTests.tsx';
import type { TestResults } from '../../../features/questions/tests/QuestionTests.tsx';
import { useIsEarlierVersion } from '../../../features/runs/panel/useIsEarlierVersion.ts';
import { isActive } from '../../../features/runs/state/run-state.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { useStore } from '../../../shared/store.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import type { LiveRoom, RoomQuestions, RoomRuns } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { hasTests } from '../runs/has-tests.ts';
import { HiddenFileTests } from './HiddenFileTests.tsx';
import { hiddenTestsOf } from './hidden-program.ts';
import { placeOfTests, runRoomTests, shortLabel, testsLabel, whyNoTests } from './run-room-tests.ts';
import { useSharing } from './useSharing.ts';

interface RoomTestsProps {
  room: LiveRoom;
  questions: RoomQuestions;
  question: ShownQuestion;
}

/** The tests of a shown question, which run on this device. */
export function RoomTests(props: RoomTestsProps) {
  const { userType, interview } = props.room;
  if (userType === 'interviewer' && interview.id !== undefined)
    return <InterviewerTests {...props} interviewId={interview.id} />;
  return <SomeTests {...props} allTests={null} hiddenFiles={[]} />;
}

/** With the hidden tests and files. Loaded tests stay if the connection is lost. */
function InterviewerTests({ interviewId, ...props }: RoomTestsProps & { interviewId: string }) {
  const list = useQuery(interviewQuestionsQuery(interviewId));
  const { data, refetch } = list;
  const copy = data?.shown.find(({ id }) => id === props.question.id);
  const isUnknown = data !== undefined && copy === undefined;
  useEffect(() => {
    if (isUnknown) void refetch();
  }, [isUnknown, props.question.id, refetch]);
  const isPart = copy?.is_whole === false;
  const whole = useQuery({ ...interviewQuestionQuery(interviewId, props.question.id), enabled: isPart });
  const query = isPart ? whole : list;
  const hasFailed = useFailure(query);
  const { content, hidden_files: hiddenFiles = [] } = whole.data ?? copy ?? {};
  return (
    <>
      {hasFailed && <LoadFailed query={query}>Failed to load the hidden tests</LoadFailed>}
      <SomeTests {...props} allTests={content?.tests ?? []} hiddenFiles={hiddenFiles} />
    </>
  );
}

type SomeTestsProps = RoomTestsProps & {
  /** All tests of the question, which only interviewers have; null if the user is a candidate. */
  allTests: readonly QuestionTest[] | null;
  /** None if the user is a candidate. */
  hiddenFiles: readonly HiddenFile[];
};

function SomeTests(props: SomeTestsProps) {
  const runs = useStore(props.room.runs);
  if (runs) return <RunnableTests {...props} runs={runs} />;
  return <WaitingTests {...props} />;
}

/** The tests while the execution of runs is loaded. */
function WaitingTests({ room, question, allTests, hiddenFiles }: SomeTestsProps) {
  const hasTestFiles = useRoomState(room, hasTests);
  const language = useRoomState(room, (state) => state.language);
  const nothing = () => undefined;
  return (
    <QuestionTests
      shown={question.tests}
      hidden={hiddenOf(allTests)}
      hiddenFiles={renderHidden(language, hiddenFiles, null)}
      results={null}
      label={shortLabel(hasTestFiles)}
      reason=""
      isOnEngine={false}
      onRun={nothing}
      onStop={nothing}
      sharing={null}
    />
  );
}

const hiddenOf = (tests: readonly QuestionTest[] | null) => tests?.filter((test) => test.is_hidden) ?? [];

/** Renders the hidden test files in a language; null if there are none. */
function renderHidden(language: string, hiddenFiles: readonly HiddenFile[], results: TestResults | null) {
  const names = hiddenTestsOf(language, hiddenFiles);
  return names.length > 0 ? <HiddenFileTests names={names} files={results?.files ?? null} /> : null;
}

function RunnableTests({
  room,
  questions,
  question,
  allTests,
  hiddenFiles,
  runs,
}: SomeTestsProps & { runs: RoomRuns }) {
  const { session } = runs;
  const language = useRoomState(room, (state) => state.language);
  const isOver = useRoomState(room, (state) => state.ended !== null);
  // Computed anew with each change of the room's runs.
  const reason = useStore(session.store, () => whyNoTests(session, language, question));
  const [isHiddenShared, shareHidden] = useSharing(room, question.id);
  const { runner } = questions;
  const label = useLabel({ runs, runner }, language, useRoomState(room, hasTests));
  const results = useResults({ room, questions, question, runs });
  const tested = { id: question.id, tests: [...question.tests, ...hiddenOf(allTests)], hiddenFiles };
  return (
    <QuestionTests
      shown={question.tests}
      hidden={hiddenOf(allTests)}
      hiddenFiles={renderHidden(language, hiddenFiles, results)}
      results={results}
      label={label}
      reason={isOver ? '' : reason}
      isOnEngine={placeOfTests(session, language) === 'engine'}
      onRun={() => void runRoomTests({ room, runs, runner }, tested)}
      onStop={() => runner.pressStop()}
      sharing={allTests && { isShared: isHiddenShared, onChange: shareHidden }}
    />
  );
}

function useLabel(
  { runs: { session }, runner }: { runs: RoomRuns } & Pick<RoomQuestions, 'runner'>,
  language: string,
  hasTestFiles: boolean,
): string {
  const [label, setLabel] = useState(shortLabel(hasTestFiles));
  // At the end of tests and of a run, the language may have been downloaded.
  const isTesting = useStore(runner.store, (own) => own?.isRunning === true);
  const isRunning = useStore(session.store, isActive);
  useEffect(() => {
    let isGone = false;
    void testsLabel(session, language, hasTestFiles).then((text) => isGone || setLabel(text));
    return () => {
      isGone = true;
    };
  }, [session, language, hasTestFiles, isTesting, isRunning]);
  return label;
}

/** Returns this device's results until the room has a newer report. */
function useResults({ room, questions, question, runs }: RoomTestsProps & { runs: RoomRuns }) {
  const own = useStore(questions.runner.store);
  const report = useStore(room.shownQuestions.store, ({ reports }) =>
    reports.find((one) => one.question === question.id),
  );
  // Tests that were stopped say less than a report of the same code.
  const isCovered = own?.isStopped === true && own.hash === report?.hash;
  const mine = own?.question === question.id && !isCovered ? own : null;
  const isNewer = mine !== null && (mine.isRunning || mine.replaces === report?.id);
  const hash = isNewer ? mine.hash : report?.hash;
  const isEarlier = useIsEarlierVersion(runs.session.room, hash === undefined ? null : { hash });
  if (!isNewer && !report) return null;
  const { hidden, files } = mine && mine.hash === hash ? mine : { hidden: [], files: null };
  // The results of hidden tests stay with the code that ran.
  const count = report && report.hash === hash ? report.hidden : null;
  const counted = { hiddenCount: count, hiddenBy: report?.hiddenBy ?? report?.by ?? null };
  const about = { isEarlier, ...counted, hidden, files };
  if (isNewer) return { ...mine, ...about, by: null } satisfies TestResults;
  return {
    ...about,
    isRunning: false,
    isStopped: false,
    lacks: '',
    shown: report?.tests ?? [],
    by: report?.by ?? null,
    byType: report?.byType,
  };
}
