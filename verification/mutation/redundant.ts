import type { Mutant } from './find.ts';

/** A check behind another check: removing it alone changes nothing. */
interface RedundantCheck {
  file: string;
  /** The removed code, as `--list` shows it. */
  what: string;
  reason: string;
}

const REDUNDANT_CHECKS: RedundantCheck[] = [
  {
    file: 'server/src/features/rooms/authenticate-socket.ts',
    what: 'guard: claims.interview !== room.interviewId',
    reason: 'The next query looks for the candidate in this interview and refuses others with the same error.',
  },
  {
    file: 'server/src/features/rooms/rooms.events.ts',
    what: 'guard: !caller.member',
    reason: 'The gateway accepts only subscribe from an unauthenticated socket; this check narrows the type.',
  },
  {
    file: 'server/src/features/interviews/admissions.repository.ts',
    what: "predicate: .where('candidates.interview_id', '=', interviewId)",
    reason: 'setAdmission: findAdmission refuses candidates of other interviews in the same transaction.',
  },
  {
    file: 'server/src/features/interviews/admissions.repository.ts',
    what: "predicate: .where('interview_id', 'in', interviewIds)",
    reason: 'listWaiting: the service takes only the rows of each interview; the predicate saves reading the others.',
  },
];

/** True when a documented reason explains why no test detects this mutant. */
export function isRedundant({ file, what }: Mutant): boolean {
  return REDUNDANT_CHECKS.some((check) => check.file === file && check.what === what);
}
