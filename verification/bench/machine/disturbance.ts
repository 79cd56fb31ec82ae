import { availableParallelism } from 'node:os';
import { familyTime, machineTime } from './proc.ts';

/** Others may use this share of the whole machine before a try is thrown away. */
const TOLERATED = 0.04;

/** What others did to the machine while something was measured, as shares of all its cores. */
export interface Disturbance {
  others: number;
  stolen: number;
  /** The figures of this try say as much of the others as of the server. */
  isTooMuch: boolean;
}

/** Watches what others do from now on; the answer tells until it is asked. */
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
