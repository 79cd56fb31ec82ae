import type { Admission } from '@cip/contracts/interviews/admissions';

const DECIDED: Record<Admission, string> = {
  admitted: 'was already admitted',
  waiting: 'was already moved to the waiting room',
  rejected: 'was already rejected',
};

/** Returns who decided about a candidate before this user did. */
export function decidedBefore(name: string, { admission, by }: { admission: Admission; by: string | null }): string {
  return `${name} ${DECIDED[admission]}${by === null ? '' : ` by ${by}`}.`;
}
