import { OPEN_ROOM, type RoomAdmissions } from '@cip/contracts/interviews/admissions';
import type { AppContext } from '../../../context.ts';
import { isOutage, toAppError } from '../../../errors.ts';
import { findWaiting } from '../../interviews/admissions/admissions.service.ts';
import { readAdmissions, startWaiting } from '../../interviews/admissions/waiting.service.ts';
import { isSameRule } from '../../accounts/company/company.service.ts';
import { readRules } from '../../interviews/planning/rules.service.ts';
import { enter } from './enter.ts';
import { isHostHere, type Presence } from '../presence/presence.ts';
import type { RoomCaller, WaitingState } from '../room-member.ts';

/** Errors of an entry that a later one may not meet; until then the candidate waits on. */
const MAY_PASS: ReadonlySet<string> = new Set(['unavailable', 'too_many_requests']);

/** The functions of this node's sockets that admissions need. */
export interface AdmissionSockets {
  /** Returns the candidates' sockets that are in a room or wait for it; with an id, only of that interview. */
  candidates(interviewId?: string): RoomCaller[];
  /** Returns the interviews with an interviewer's socket in the room on this node; with an id, at most that one. */
  hosted(interviewId?: string): string[];
  /** Emits the state of admissions to this node's interviewers in a room. */
  tellHosts(interviewId: string, admissions: RoomAdmissions): void;
}

/**
 * Applies the stored admissions to this node's sockets: admitted candidates enter, candidates who were sent back wait,
 * and interviewers get the waiting list if it changes. Runs when a node announces a decision, and as a job, because an
 * announcement may get lost.
 */
export class AdmissionSync {
  readonly #ctx: AppContext;
  readonly #sockets: AdmissionSockets;
  readonly #presence: Presence;
  /** The last state that the interviewers of each room on this node got, as JSON. */
  readonly #shown = new Map<string, string>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ctx: AppContext, sockets: AdmissionSockets, presence: Presence) {
    this.#ctx = ctx;
    this.#sockets = sockets;
    this.#presence = presence;
  }

  /**
   * Applies the admissions of one interview, or of all on this node. Runs after earlier calls. Rejects on an outage.
   */
  run(interviewId?: string): Promise<void> {
    const turn = this.#turn.then(() => this.#run(interviewId));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Likewise, but never rejects: the job applies the admissions soon. */
  async tryRun(interviewId: string): Promise<void> {
    await this.run(interviewId).catch((error: unknown) => {
      // Not logged, because an outage of the database is logged at its detection.
      if (!isOutage(error)) this.#ctx.log.warn({ err: error }, 'admissions could not be applied');
    });
  }

  /** Shows the state to the interviewers of a room on this node again, because one of them is new. Never rejects. */
  async showAgain(interviewId: string): Promise<void> {
    this.#shown.delete(interviewId);
    await this.tryRun(interviewId);
  }

  async #run(interviewId?: string): Promise<void> {
    const callers = this.#sockets.candidates(interviewId);
    const ids = [...new Set(callers.map((caller) => caller.identity?.participant.id ?? ''))];
    const waiting = ids.length === 0 ? new Set<string>() : await findWaiting(this.#ctx.db, ids);
    // If one fails, because the room is full for example, it must not hinder the others; the next run tries it again.
    const applied = await Promise.allSettled(callers.map((caller) => this.#apply(caller, waiting)));
    for (const { reason } of applied.filter(isFailure))
      this.#ctx.log.debug({ err: reason }, 'an admission could not be applied');
    await this.#tellHosts(this.#sockets.hosted(interviewId));
    if (interviewId === undefined) this.#forgetLeft();
  }

  async #apply(caller: RoomCaller, waiting: ReadonlySet<string>): Promise<void> {
    const { identity } = caller;
    if (!identity) return;
    const mustWait = waiting.has(identity.participant.id);
    if (caller.joined && mustWait) return this.#sendBack(caller);
    const { waiting: state } = caller;
    if (!state) return;
    if (mustWait) return this.#tellNews(caller);
    await enter(this.#ctx, this.#presence, caller, identity).catch(async (error: unknown) => {
      if (!caller.waiting && MAY_PASS.has(toAppError(error).code)) {
        caller.leave(true);
        await caller.wait(identity, state);
      }
      throw error;
    });
  }

  async #sendBack(caller: RoomCaller): Promise<void> {
    const member = caller.joined;
    if (!member) return;
    // Read again, because the candidate may have been admitted and entered after the list was read.
    const since = await startWaiting(this.#ctx, member.interviewId, member.participant.id);
    const news = await this.#readNews(member.interviewId);
    if (since === null || caller.joined !== member) return;
    // Without a wait between them, because an event between leaving and waiting would be refused as unauthenticated.
    caller.leave(true);
    await caller.wait(member, { since, ...news });
  }

  async #tellNews(caller: RoomCaller): Promise<void> {
    const { waiting, room } = caller;
    const news = await this.#readNews(room.interviewId);
    if (!waiting || caller.waiting !== waiting) return;
    const isKnown =
      waiting.isHostHere === news.isHostHere &&
      waiting.completion === news.completion &&
      isSameRule(waiting.rule, news.rule);
    if (!isKnown) caller.tellWaiting({ ...waiting, ...news });
  }

  async #readNews(interviewId: string): Promise<Omit<WaitingState, 'since'>> {
    const [isHere, rules] = await Promise.all([
      isHostHere(this.#presence, interviewId),
      readRules(this.#ctx, interviewId),
    ]);
    return { isHostHere: isHere, ...rules };
  }

  async #tellHosts(interviewIds: string[]): Promise<void> {
    for (const [id, admissions] of await readAdmissions(this.#ctx.db, interviewIds)) {
      const text = JSON.stringify(admissions);
      const isShown = (this.#shown.get(id) ?? JSON.stringify(OPEN_ROOM)) === text;
      if (isShown) continue;
      this.#shown.set(id, text);
      this.#sockets.tellHosts(id, admissions);
    }
  }

  #forgetLeft(): void {
    const hosted = new Set(this.#sockets.hosted());
    for (const id of this.#shown.keys()) if (!hosted.has(id)) this.#shown.delete(id);
  }
}

const isFailure = (result: PromiseSettledResult<void>): result is PromiseRejectedResult => result.status === 'rejected';
