import * as contract from '@cip/contracts/interviews/admissions';
import * as ruleEvents from '@cip/contracts/rooms/rules';
import type { AppContext } from '../../../context.ts';
import { decideAdmission, setAsking, setLocked } from '../../interviews/admissions/admissions.service.ts';
import { changeCompletion, changeRule } from '../../interviews/planning/rules.service.ts';
import type { RoomMember } from '../room-member.ts';
import { handle, type RegisteredEvent } from './socket-events.ts';

/**
 * Returns the handlers of the events about admissions and the rules; `memberOf` returns the sender, or throws before
 * they joined.
 */
export function admissionEvents<Caller>(
  ctx: AppContext,
  memberOf: (caller: Caller) => RoomMember,
): RegisteredEvent<Caller>[] {
  const hostOf = (caller: Caller) => {
    const { interviewId, companyId, roomCode, participant } = memberOf(caller);
    return { interviewId, companyId, roomCode, userId: participant.id };
  };
  /** Runs a change and lets all nodes act on it. */
  const change = async <T>(caller: Caller, act: (host: ReturnType<typeof hostOf>) => Promise<T>): Promise<T> => {
    const host = hostOf(caller);
    const result = await act(host);
    await ctx.rooms.syncAdmissions(host.interviewId);
    return result;
  };
  return [
    handle(contract.admitCandidate, async (caller: Caller, candidate) => {
      const host = hostOf(caller);
      const decision = await decideAdmission(ctx, host, candidate, 'admit');
      void ctx.rooms.syncAdmissions(host.interviewId);
      return decision;
    }),
    handle(contract.sendCandidateBack, (caller: Caller, candidate) => {
      const { interviewId } = memberOf(caller);
      return ctx.rooms.withhold({ interviewId, ...candidate }, () =>
        change(caller, async (host) => {
          const decision = await decideAdmission(ctx, host, candidate, 'sendBack');
          // The candidate's last lines, which the typing mode may hold back, still belong to the room.
          if (decision.isNew) await ctx.rooms.requestFlush(interviewId, 'leaving');
          return decision;
        }),
      );
    }),
    handle(contract.rejectCandidate, async (caller: Caller, candidate) => {
      const decision = await change(caller, (host) => decideAdmission(ctx, host, candidate, 'reject'));
      if (decision.isNew) await ctx.rooms.remove(candidate.participantId);
      return decision;
    }),
    handle(contract.askBeforeAdmitting, async (caller: Caller, { isOn }) => {
      await change(caller, (host) => setAsking(ctx, host, isOn));
      return {};
    }),
    handle(ruleEvents.changeRule, (caller: Caller, { rule }) => changeRule(ctx, hostOf(caller), rule)),
    handle(ruleEvents.changeCompletion, (caller: Caller, { completion }) =>
      changeCompletion(ctx, hostOf(caller), completion),
    ),
    handle(contract.lockRoom, async (caller: Caller, { isLocked }) => {
      await change(caller, (host) => setLocked(ctx, host, isLocked));
      return {};
    }),
  ];
}
