import fc from 'fast-check';
import type { Deed, QueueCode } from './simulation.ts';
import { FATES, World } from './simulation.ts';

const HOUR_MS = 3_600_000;

/** What may happen next, with how often it does. */
const HAPPENINGS = [
  ['save', 8],
  ['end', 2],
  ['save and end', 2],
  ['fate', 14],
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
type Happening = (typeof HAPPENINGS)[number][0];
export type Step = [happening: Happening, which: number, other: number];

/** Any schedule of what people, pages, networks and servers do. */
export const anySchedule: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.oneof(...HAPPENINGS.map(([happening, weight]) => ({ arbitrary: fc.constant(happening), weight }))),
    fc.nat(7),
    fc.nat(9),
  ),
  { minLength: 20, maxLength: 80, size: 'max' },
);

/** What went wrong in a schedule; all zero when the queue kept its word. */
export interface Outcome {
  deeds: number;
  lost: number;
  twice: number;
  crossAccount: number;
  outOfOrder: number;
  /** It goes on sending what the server has. */
  restless: number;
}

/** Plays a schedule, lets everything recover, and counts. */
export async function play(code: QueueCode, steps: Step[]): Promise<Outcome> {
  const world = new World(code);
  for (const step of steps) {
    await happen(world, step);
    await world.settle();
  }
  const left = new Map((await world.recover()).map((entry) => [entry.opId, entry]));
  const outcome: Outcome = {
    deeds: world.deeds.length,
    lost: 0,
    twice: 0,
    crossAccount: 0,
    outOfOrder: 0,
    restless: 0,
  };
  for (const deed of world.deeds) {
    const effects = world.server.effects.filter((effect) => effect.deed === deed.name);
    if (effects.length > 1) outcome.twice++;
    if (effects.some(({ user }) => user !== deed.user)) outcome.crossAccount++;
    const isKept = left.get(deed.name)?.refused === true && isJustified(world, deed);
    if (deed.wasTold && !deed.isDiscarded && !isKept && !hasEffect(world, deed)) outcome.lost++;
  }
  if (world.faults.has('cross-account')) outcome.crossAccount++;
  if (world.faults.has('two at once') || !isInOrder(world)) outcome.outOfOrder++;
  if (world.faults.has('never rests') || [...left.values()].some(({ refused }) => !refused)) outcome.restless++;
  return outcome;
}

async function happen(world: World, [happening, which, other]: Step): Promise<void> {
  switch (happening) {
    case 'save':
    case 'end':
      return world.act(which, happening, other);
    case 'save and end':
      return world.act(which, 'both', other);
    case 'fate':
      return world.decide(which, FATES[other] ?? 'delivered');
    case 'time':
      return world.pass(2 ** (which + other));
    case 'flush':
      return world.flush(which);
    case 'look':
      return world.look(which);
    case 'offline':
    case 'online':
      return world.setOnline(happening === 'online');
    case 'tab':
      return world.open();
    case 'crash':
      world.crash(which);
      return world.open();
    case 'late':
      return world.arriveLate(which);
    case 'full':
    case 'not full':
      return world.setDiskFull(happening === 'full');
    case 'clock':
      return world.skewClock((which - 3) * HOUR_MS);
    case 'expire':
      return world.expire();
    case 'sign in':
      return world.signIn(which);
    case 'send and leave':
      return world.signOut(which, 'send');
    case 'keep and leave':
      return world.signOut(which, 'keep');
    case 'discard and leave':
      return world.signOut(which, 'discard');
    case 'ended elsewhere':
      return world.endElsewhere(other);
  }
}

/** An end has its effect also when the interview had ended before. */
function hasEffect({ server }: World, { name, kind, interviewId }: Deed): boolean {
  if (kind === 'end') return server.ended.has(interviewId);
  return server.effects.some(({ deed }) => deed === name);
}

/** A save may be refused only for an end that came from elsewhere, or from before it. */
function isJustified({ server, deeds }: World, deed: Deed): boolean {
  const by = server.ended.get(deed.interviewId);
  if (by === undefined) return false;
  const end = deeds.find(({ name }) => name === by);
  return !end || end.user !== deed.user || deeds.indexOf(end) < deeds.indexOf(deed);
}

/** What one person did in one interview arrived in the order it was done, but for what they gave up. */
function isInOrder({ server, deeds }: World): boolean {
  const last = new Map<string, number>();
  for (const { deed, user, interviewId } of server.effects) {
    const nth = deeds.findIndex(({ name }) => name === deed);
    if (deeds[nth]?.isDiscarded) continue;
    const line = `${user} ${interviewId}`;
    if (nth < (last.get(line) ?? -1)) return false;
    last.set(line, nth);
  }
  return true;
}
