import * as contract from '@cip/contracts/runs/runs';
import type { AppContext } from '../../../context.ts';
import { answerRun } from '../../runs/run-answers.service.ts';
import { allowRuns, attachDataSet, setInput } from '../../runs/run-settings.service.ts';
import * as output from '../../runs/run-output.service.ts';
import * as runs from '../../runs/runs.service.ts';
import type { RoomMember } from '../room-member.ts';
import { handle, type RegisteredEvent } from './socket-events.ts';

/** Returns the handlers of the events about runs; `memberOf` returns the sender, or throws before they joined. */
export function runEvents<Caller>(
  ctx: AppContext,
  memberOf: (caller: Caller) => RoomMember,
): RegisteredEvent<Caller>[] {
  const refOf = (caller: Caller, id: string) => {
    const { interviewId, participant } = memberOf(caller);
    return { interviewId, id, runnerId: participant.id };
  };
  /** A device's output is stored in the order in which it was sent, with its end behind it. */
  const turns = new WeakMap<RoomMember, Promise<unknown>>();
  const inTurn = <T>(caller: Caller, act: () => Promise<T>): Promise<T> => {
    const member = memberOf(caller);
    const turn = (turns.get(member) ?? Promise.resolve()).then(act, act);
    turns.set(member, turn);
    return turn;
  };
  return [
    handle(contract.startRun, (caller: Caller, request) => runs.startRun(ctx, memberOf(caller), request)),
    handle(contract.claimRun, (caller: Caller, claim) => runs.claimRun(ctx, memberOf(caller), claim)),
    handle(contract.addOutput, (caller: Caller, { id, piece }) =>
      inTurn(caller, () => output.addOutput(ctx, refOf(caller, id), piece)),
    ),
    handle(contract.keepRunAlive, (caller: Caller, { id, ...state }) =>
      output.keepRunAlive(ctx, refOf(caller, id), state),
    ),
    handle(contract.endRun, (caller: Caller, { id, end }) =>
      inTurn(caller, () => output.endRun(ctx, refOf(caller, id), end)),
    ),
    handle(contract.stopRun, (caller: Caller, run) => runs.stopRun(ctx, memberOf(caller), run)),
    handle(contract.answerRun, (caller: Caller, answer) => answerRun(ctx, memberOf(caller), answer)),
    handle(contract.readRuns, (caller: Caller) => runs.readRuns(ctx, memberOf(caller))),
    handle(contract.allowRuns, (caller: Caller, { isAllowed }) => allowRuns(ctx, memberOf(caller), isAllowed)),
    handle(contract.attachDataSet, (caller: Caller, { dataSet }) => attachDataSet(ctx, memberOf(caller), dataSet)),
    handle(contract.setInput, (caller: Caller, { stdin }) => setInput(ctx, memberOf(caller), stdin)),
    handle(contract.enterRun, (caller: Caller, run) => runs.enterRun(ctx, memberOf(caller), run)),
  ];
}
