import { parseArgs } from 'node:util';
import type { TypingStyle } from './load/edits.ts';
import { CONTENDERS, type Contender } from './servers/contenders.ts';

/** Options of a run. */
export interface Options {
  rooms: number[];
  servers: Contender[];
  /** People in each room, one of whom types. */
  people: number;
  style: TypingStyle;
  /** Measured typing per try, in seconds. */
  seconds: number;
  warmUp: number;
  /** Undisturbed tries per server and size. */
  tries: number;
  /** Edits of the room for the cold join. */
  coldEdits: number;
  /** Numbers of nodes to compare, with `rooms` for each node; empty runs the comparison of servers instead. */
  nodes: number[];
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
      nodes: { type: 'string' },
      people: { type: 'string', default: '2' },
      trace: { type: 'boolean', default: false },
      servers: { type: 'string' },
    },
  });
  return {
    rooms: values.rooms.split(',').map((part) => count('rooms', part)),
    servers: values.servers?.split(',').map(serverNamed) ?? CONTENDERS,
    people: Math.max(2, count('people', values.people)),
    style: values.trace ? 'trace' : 'steady',
    seconds: count('seconds', values.seconds),
    warmUp: count('warm-up', values['warm-up']),
    tries: count('tries', values.tries),
    coldEdits: count('cold-edits', values['cold-edits']),
    nodes: values.nodes?.split(',').map((part) => count('nodes', part)) ?? [],
    isComplete:
      values.people === '2' &&
      !values.trace &&
      values.servers === undefined &&
      Object.entries(COMPLETE).every(([name, value]) => Reflect.get(values, name) === value),
  };
}

function serverNamed(name: string): Contender {
  const server = CONTENDERS.find((contender) => contender.name === name);
  if (server) return server;
  throw new Error(`--servers takes ${CONTENDERS.map((contender) => contender.name).join(', ')}.`);
}

function count(name: string, value: string): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (number > 0) return number;
  throw new Error(`--${name} takes whole numbers above 0.`);
}
