import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import type * as contract from '@cip/contracts/questions/test-reports';
import { isQuestionData, questionDataName } from '@cip/contracts/runs/question-data';
import { unsentLines } from '../../../features/documents/sync/unsent-lines.ts';
import { countHidden, countPassed } from '../../../features/questions/tests/test-runner.ts';
import type { OwnResults, TestedQuestion, TestRunner } from '../../../features/questions/tests/test-runner.ts';
import { languagesOf } from '../../../features/questions/room/question-languages.ts';
import { formatBytes } from '../../../features/runs/panel/run-text.ts';
import { readsData } from '../../../features/runs/panel/run-tabs.ts';
import { programHash } from '../../../features/runs/state/run-id.ts';
import { isActive } from '../../../features/runs/state/run-state.ts';
import { isBetterOnEngine } from '../../../features/runs/session/place.ts';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { executeOnEngine } from './engine-tests.ts';
import { hiddenProgram } from './hidden-program.ts';
import { executeFilesIn, executeIn } from '../../questions/execute-test.ts';
import type { LiveRoom, RoomRuns } from '../live/live-room.ts';
import { filesOf } from '../runs/room-texts.ts';

/** A phone downloads a larger runtime only after a tap that names its size (bytes). */
const UNASKED_BYTES_MAX = 100_000;

// A copy, because the contract's value would bring its schemas. Its type holds it equal.
const HIDDEN_TESTS_MAX: typeof contract.HIDDEN_TESTS_MAX = 1_000;

interface RoomTests {
  room: LiveRoom;
  runs: RoomRuns;
  runner: TestRunner;
}

/**
 * Runs the tests of a question on this device or on the engine, and reports their results. Candidates have only the
 * tests that are shown; of hidden ones the room learns at most how many passed.
 */
export function runRoomTests(parts: RoomTests, question: TestedQuestion): Promise<void> {
  return parts.runner.start(() => runAndReport(parts, question));
}

async function runAndReport({ room, runs, runner }: RoomTests, question: TestedQuestion): Promise<void> {
  const { store, request } = room.shownQuestions;
  await room.code.send();
  const { language } = room.connection.store.get();
  const { text, files } = runs.session.room;
  const code = text();
  const hash = programHash(runs.session.room);
  const lacks = unsentLines(room.code.cursors);
  const replaces = store.get().reports.find((report) => report.question === question.id)?.id;
  const dataSet = runs.session.store.get().dataSet?.sql ?? null;
  const tested = { language, code, files: files?.(), dataSet, origin: { hash, replaces, lacks } };
  const program = question.hiddenFiles
    ? hiddenProgram({ ...tested, files: filesOf(room) }, question.hiddenFiles)
    : null;
  const runHere = () =>
    runs.lendSandbox((sandbox, signal) => {
      const executeFiles = program ? executeFilesIn(sandbox, program) : undefined;
      return runner.run(question, { ...tested, execute: executeIn(sandbox), executeFiles, signal });
    });
  const runOnEngine = () =>
    runner.run(question, {
      ...tested,
      execute: executeOnEngine(room, question.id),
      signal: new AbortController().signal,
    });
  const results = await (placeOfTests(runs.session, language) === 'engine' ? runOnEngine() : runHere()).catch(() => {
    toast('bad', 'The tests could not be run.');
    return null;
  });
  if (!results) return;
  // The server knows if candidates see the count: this page may not have read yet that a colleague took it back.
  const report = { question: question.id, language, hash, tests: [...results.shown], isHiddenShared: false };
  const { whole, testsOnly } = hiddenCounts(results);
  let ack = await request('question:tested', { ...report, hidden: whole });
  // A server of the previous release counts no tests of files.
  if (!ack.ok && ack.error.code === 'invalid' && results.files)
    ack = await request('question:tested', { ...report, hidden: testsOnly });
  // If there is no connection, the results stay on this device.
  if (!ack.ok && ack.error.code !== 'unavailable') toast('bad', ack.error.message);
}

/** Returns how many hidden tests passed, with those of hidden files and without. */
function hiddenCounts(results: OwnResults) {
  const whole = countHidden(results);
  const testsOnly = results.hidden.length > 0 ? countPassed(results.hidden) : null;
  if (whole === null || whole.total <= HIDDEN_TESTS_MAX) return { whole, testsOnly };
  const passed = Math.min(whole.passed, HIDDEN_TESTS_MAX - 1);
  return { whole: { passed, total: HIDDEN_TESTS_MAX }, testsOnly };
}

/**
 * Returns the place where the tests of a language run, as for a run: this device if it can, else the operator's engine;
 * null if nowhere.
 */
export function placeOfTests(session: RunSession, language: string): 'here' | 'engine' | null {
  const { engineLanguages } = session.store.get();
  if (isBetterOnEngine(session.room, language, engineLanguages)) return 'engine';
  if (session.runsHere(language)) return 'here';
  return engineLanguages.includes(language) ? 'engine' : null;
}

/** Returns the reason if this device does not run the tests of a question now, else null. */
export function whyNoTests(session: RunSession, language: string, question: ShownQuestion): string | null {
  const { number } = question;
  const { isAllowed, dataSet } = session.store.get();
  if (!isAllowed) return 'Running is off.';
  if (isActive(session.store.get())) return 'They wait for the end of the run.';
  const label = session.room.labelOf(language);
  const place = placeOfTests(session, language);
  const isForLaptops = session.room.runtimes.runtimeOf(language) !== null;
  const languages = languagesOf(question);
  const isOther = languages.length > 0 && !languages.includes(language);
  // The language is wrong, not the device.
  if (isOther && (place === null || question.tests.some((test) => test.is_query)))
    return `These tests are for ${languages.map(session.room.labelOf).join(' or ')}: switch the language.`;
  if (place === null && !isForLaptops) return `Tests do not run in ${label}.`;
  // An interviewer runs them for both: their results show here too.
  const others = session.room.isInterviewer ? '' : ': your interviewer can run them';
  if (place === null) return `Tests in ${label} need a laptop${others}.`;
  const isOfOther = dataSet !== null && isQuestionData(dataSet.name) && dataSet.name !== questionDataName(number);
  return isOfOther && readsData(language)
    ? 'The data of another question is attached: bring this one to the front.'
    : null;
}

/**
 * Returns the button's text, on a phone with the size of the download that comes first. `hasTestFiles` says that the
 * room has a button for its test files too.
 */
export async function testsLabel(session: RunSession, language: string, hasTestFiles: boolean): Promise<string> {
  const { room } = session;
  const label = shortLabel(hasTestFiles);
  // The engine downloads nothing, and a language that does not run here is not downloaded.
  if (placeOfTests(session, language) !== 'here') return label;
  const bytes = room.runtimes.runtimeOf(language)?.bytes ?? 0;
  const isAsked = room.device === 'phone' && bytes > UNASKED_BYTES_MAX;
  return isAsked && !(await room.runtimes.isCached(language)) ? `${label} (loads ${formatBytes(bytes)})` : label;
}

/** Returns the button's text without a download. */
export const shortLabel = (hasTestFiles: boolean) => (hasTestFiles ? 'Run the question’s tests' : 'Run tests');
