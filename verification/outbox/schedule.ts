import fc from 'fast-check';
import type { Operation } from './simulation.ts';
import { DELIVERIES, Simulation } from './simulation.ts';

const HOUR_MS = 3_600_000;

/** Steps of a schedule with their weights. */
const STEPS = [
  ['save', 8],
  ['end', 2],
  ['save and end', 2],
  ['delivery', 14],
  ['time', 4],
  ['flush', 3],
  ['look', 1],
  ['offline', 2],
  ['online', 3],
  ['tab', 2],
  ['crash', 2],
  ['late', 2],
  ['full', 1],
  ['not full', 2],
  ['clock', 1],
  ['expire', 1],
  ['sign in', 3],
  ['send and leave', 1],
  ['keep and leave', 1],
  ['discard and leave', 1],
  ['ended elsewhere', 1],
] as const;
type Action = (typeof STEPS)[number][0];
export type Step = [action: Action, which: number, other: number];

/** A random schedule of actions of users, pages, the network and the server. */
export const anySchedule: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.oneof(...STEPS.map(([action, weight]) => ({ arbitrary: fc.constant(action), weight }))),
    fc.nat(7),
    fc.nat(9),
  ),
  { minLength: 20, maxLength: 80, size: 'max' },
);

/** Violations in a schedule; if the queue is correct, all are zero, except `operations`. */
export interface Outcome {
  operations: number;
  lost: number;
  duplicated: number;
  crossAccount: number;
  outOfOrder: number;
  /** The queue never stops sending. */
  neverIdle: number;
}

/** Plays a schedule, recovers everything and counts the violations. */
export async function play(steps: Step[]): Promise<Outcome> {
  const simulation = new Simulation();
  for (const step of steps) {
    await perform(simulation, step);
    await simulation.settle();
  }
  const left = new Map((await simulation.recover()).map((entry) => [entry.opId, entry]));
  const outcome: Outcome = {
    operations: simulation.operations.length,
    lost: 0,
    duplicated: 0,
    crossAccount: 0,
    outOfOrder: 0,
    neverIdle: 0,
  };
  for (const operation of simulation.operations) {
    const effects = simulation.server.effects.filter((effect) => effect.operation === operation.name);
    if (effects.length > 1) outcome.duplicated++;
    if (effects.some(({ user }) => user !== operation.user)) outcome.crossAccount++;
    const isRefused = left.get(operation.name)?.refused === true && isJustified(simulation, operation);
    if (operation.wasConfirmed && !operation.isDiscarded && !isRefused && !hasEffect(simulation, operation))
      outcome.lost++;
  }
  if (simulation.violations.has('cross-account')) outcome.crossAccount++;
  if (simulation.violations.has('concurrent sends') || !isInOrder(simulation)) outcome.outOfOrder++;
  if (simulation.violations.has('never idle') || [...left.values()].some(({ refused }) => !refused))
    outcome.neverIdle++;
  return outcome;
}

async function perform(simulation: Simulation, [action, which, other]: Step): Promise<void> {
  switch (action) {
    case 'save':
    case 'end':
      return simulation.enqueue(which, action, other);
    case 'save and end':
      return simulation.enqueue(which, 'both', other);
    case 'delivery':
      return simulation.decide(which, DELIVERIES[other] ?? 'delivered');
    case 'time':
      return simulation.advanceClock(2 ** (which + other));
    case 'flush':
      return simulation.flush(which);
    case 'look':
      return simulation.look(which);
    case 'offline':
    case 'online':
      return simulation.setOnline(action === 'online');
    case 'tab':
      return simulation.open();
    case 'crash':
      simulation.crash(which);
      return simulation.open();
    case 'late':
      return simulation.arriveLate(which);
    case 'full':
    case 'not full':
      return simulation.setDiskFull(action === 'full');
    case 'clock':
      return simulation.skewClock((which - 3) * HOUR_MS);
    case 'expire':
      return simulation.expire();
    case 'sign in':
      return simulation.signIn(which);
    case 'send and leave':
      return simulation.signOut(which, 'send');
    case 'keep and leave':
      return simulation.signOut(which, 'keep');
    case 'discard and leave':
      return simulation.signOut(which, 'discard');
    case 'ended elsewhere':
      return simulation.endElsewhere(other);
  }
}

/** True if the operation took effect; an end takes effect also if the interview had ended before. */
function hasEffect({ server }: Simulation, { name, kind, interviewId }: Operation): boolean {
  if (kind === 'end') return server.ended.has(interviewId);
  return server.effects.some(({ operation }) => operation === name);
}

/** True if a save may be refused, because its interview was ended by another user or by an earlier operation. */
function isJustified({ server, operations }: Simulation, operation: Operation): boolean {
  const by = server.ended.get(operation.interviewId);
  if (by === undefined) return false;
  const end = operations.find(({ name }) => name === by);
  return !end || end.user !== operation.user || operations.indexOf(end) < operations.indexOf(operation);
}

/** True if the operations of one user in one interview took effect in order, except discarded ones. */
function isInOrder({ server, operations }: Simulation): boolean {
  const last = new Map<string, number>();
  for (const { operation, user, interviewId } of server.effects) {
    const nth = operations.findIndex(({ name }) => name === operation);
    if (operations[nth]?.isDiscarded) continue;
    const queue = `${user} ${interviewId}`;
    if (nth < (last.get(queue) ?? -1)) return false;
    last.set(queue, nth);
  }
  return true;
}
