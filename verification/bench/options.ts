import { parseArgs } from 'node:util';

/** What a run does. */
export interface Options {
  rooms: number[];
  /** Seconds that are typed and counted in each try. */
  seconds: number;
  warmUp: number;
  /** Undisturbed tries wanted of everything. */
  tries: number;
  /** Edits of the room that is opened cold. */
  coldEdits: number;
  /** Seconds without Redis; 0 measures the comparison instead. */
  redisOutage: number;
  /** The whole comparison as it is meant: its results are kept. */
  isComplete: boolean;
}

const COMPLETE = { rooms: '50,200,1000', seconds: '10', 'warm-up': '4', tries: '3', 'cold-edits': '18000' };
/** What somebody types in each room. */
export const EDITS_PER_SECOND = 5;

/** Reads the options. Throws with one clear line for a bad one. */
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
