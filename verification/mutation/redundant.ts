import type { Mutant } from './find.ts';

/** A wall behind another wall: taken away alone it changes nothing, and here is why. */
interface Excuse {
  file: string;
  /** What the mutant takes away, as `--list` shows it. */
  what: string;
  reason: string;
}

const EXCUSED: Excuse[] = [
  {
    file: 'server/src/features/rooms/prove.ts',
    what: 'guard: claims.interview !== room.interviewId',
    reason: 'The candidate is looked for in this interview next; a stranger to it is refused in the same words.',
  },
  {
    file: 'server/src/features/rooms/rooms.events.ts',
    what: 'guard: !caller.member',
    reason: 'The gateway lets who has proven nothing send no event but subscribe; here the type asks once more.',
  },
];

/** Whether it is written down why nothing shows this mutant. */
export function isRedundant({ file, what }: Mutant): boolean {
  return EXCUSED.some((excuse) => excuse.file === file && excuse.what === what);
}
