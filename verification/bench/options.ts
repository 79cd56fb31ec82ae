import { parseArgs } from 'node:util';

/** Options of a run. */
export interface Options {
  rooms: number[];
  /** Measured typing per try, in seconds. */
  seconds: number;
  warmUp: number;
  /** Undisturbed tries per server and size. */
  tries: number;
  /** Edits of the room for the cold join. */
  coldEdits: number;
  /** Seconds without Redis; 0 runs the comparison instead. */
  redisOutage: number;
  /** True for the full comparison, whose results are saved. */
  isComplete: boolean;
}

const COMPLETE = { rooms: '50,200,1000', seconds: '10', 'warm-up': '4', tries: '3', 'cold-edits': '18000' };
/** Edits per second of the writer in each room. */
export const EDITS_PER_SECOND = 5;

/** Parses the options. Throws a one-line error for an invalid one. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      rooms: { type: 'string', default: COMPLETE.rooms },
      seconds: { type: 'string', default: COMPLETE.seconds },
      'warm-up': { type: 'string', default: COMPLETE['warm-up'] },
      tries: { type: 'string', default: COMPLETE.tries },
      'cold-edits': { type: 'string', default: COMPLETE['cold-edits'] },
      'redis-outage': { type: 'string', default: '0' },
    },
  });
  return {
    rooms: values.rooms.split(',').map((part) => count('rooms', part)),
    seconds: count('seconds', values.seconds),
    warmUp: count('warm-up', values['warm-up']),
    tries: count('tries', values.tries),
    coldEdits: count('cold-edits', values['cold-edits']),
    redisOutage: values['redis-outage'] === '0' ? 0 : count('redis-outage', values['redis-outage']),
    isComplete: Object.entries(COMPLETE).every(([name, value]) => Reflect.get(values, name) === value),
  };
}

function count(name: string, value: string): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (number > 0) return number;
  throw new Error(`--${name} takes whole numbers above 0.`);
}
