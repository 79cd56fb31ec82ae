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

/** How many tests of each company this node executes. */
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
  const count = executing.get(companyId) ?? 0;
  if (!runEngine || count >= (isCandidate ? CANDIDATES_TESTS_MAX : ENGINE_TESTS_MAX))
    throw new AppError('limit_reached', 'Other tests of your company are not finished. Try again in a moment.');
  executing.set(companyId, count + 1);
  try {
    let out = '';
    const output = (stream: 'out' | 'err', text: string) => void (out += stream === 'out' ? text : '');
    const end = await runEngine.run(program, new AbortController().signal, { output });
    return { out: out + end.tail, end };
  } finally {
    leave(companyId);
  }
}

function leave(companyId: string): void {
  const left = (executing.get(companyId) ?? 0) - 1;
  if (left > 0) executing.set(companyId, left);
  else executing.delete(companyId);
}
