import type { RunEnd } from '@cip/contracts/runs/runs';
import type { AppContext } from '../../context.ts';
import { AppError, forbidden } from '../../errors.ts';
import type { EngineProgram } from '../../platform/run-engine/adapter.ts';
import { requireEngine } from './engine-runs.ts';
import { requireFiles } from './run-files.ts';
import { findAllowed } from './run-settings.repository.ts';
import type { RunMember } from './runs.service.ts';

/** Tests of one company that a node executes on the engine in parallel. */
const ENGINE_TESTS_MAX = 4;
/** How many of them may be candidates', so that interviewers always have some. */
const CANDIDATES_TESTS_MAX = 3;
/** How many of those may be of one interview, so that candidates of the company's other interviews have some. */
const INTERVIEW_TESTS_MAX = 2;

/** How many tests of each company, and of the candidates of each interview, this node executes. */
const executing = new Map<string, number>();

/**
 * Executes the program of a test on the engine. Unlike a run, it is neither stored nor sent to the room. Throws
 * `forbidden` while runs are switched off, `invalid` and `too_large` for files, `invalid` if the engine cannot run the
 * language, `limit_reached` while the company has enough programs on it, and TooManyFailures.
 */
export async function executeTest(
  { db, limits, runEngine }: AppContext,
  { interviewId, companyId, participant }: Pick<RunMember, 'interviewId' | 'companyId' | 'participant'>,
  program: EngineProgram,
): Promise<{ out: string; end: RunEnd }> {
  if (program.files) requireFiles(program.code, program.files);
  if (!(await findAllowed(db, interviewId))) throw forbidden('The interviewer has switched off running code.');
  await requireEngine({ db, runEngine }, { companyId }, program.language);
  const isCandidate = participant.type === 'candidate';
  // Candidates and interviewers each have their own, so that candidates cannot use up both.
  await limits.engineTests.take(isCandidate ? interviewId : `${interviewId} interviewers`);
  const counted = isCandidate ? [companyId, interviewId] : [companyId];
  const [ofCompany = 0, ofInterview = 0] = counted.map((key) => executing.get(key) ?? 0);
  const isFull = ofCompany >= (isCandidate ? CANDIDATES_TESTS_MAX : ENGINE_TESTS_MAX);
  if (!runEngine || isFull || ofInterview >= INTERVIEW_TESTS_MAX)
    throw new AppError('limit_reached', 'Other tests of your company are not finished. Try again in a moment.');
  for (const key of counted) executing.set(key, (executing.get(key) ?? 0) + 1);
  try {
    let out = '';
    const output = (stream: 'out' | 'err', text: string) => void (out += stream === 'out' ? text : '');
    const end = await runEngine.run(program, new AbortController().signal, { output });
    return { out: out + end.tail, end };
  } finally {
    counted.forEach(leave);
  }
}

function leave(key: string): void {
  const left = (executing.get(key) ?? 0) - 1;
  if (left > 0) executing.set(key, left);
  else executing.delete(key);
}
