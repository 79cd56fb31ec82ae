import { availableParallelism } from 'node:os';
import { familyTime, machineTime } from './proc.ts';

/** If other processes use a larger share of the machine than this, a try is discarded. */
const TOLERATED = 0.04;

/** Processor use by other processes during a measurement, as shares of all cores. */
export interface Disturbance {
  others: number;
  stolen: number;
  /** True if the figures of this try are unusable. */
  isTooMuch: boolean;
}

/** Starts watching other processes; the returned function gives the disturbance since then. */
export function watchDisturbance(): () => Disturbance {
  const before = read();
  return () => {
    const after = read();
    const capacity = (after.at - before.at) * availableParallelism();
    const share = (of: 'idle' | 'own' | 'stolen') => (after[of] - before[of]) / capacity;
    const stolen = share('stolen');
    const others = Math.max(0, 1 - share('idle') - share('own') - stolen);
    return { others, stolen, isTooMuch: others + stolen > TOLERATED };
  };
}

function read() {
  return { at: performance.now(), own: familyTime(process.pid), ...machineTime() };
}
