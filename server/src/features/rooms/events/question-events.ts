import { runTestOnEngine } from '@cip/contracts/questions/engine-tests';
import * as contract from '@cip/contracts/questions/question-events';
import { reportTests } from '@cip/contracts/questions/test-reports';
import type { AppContext } from '../../../context.ts';
import * as asides from '../../questions/room/asides.service.ts';
import * as engineTests from '../../questions/room/engine-tests.service.ts';
import * as questions from '../../questions/room/interview-questions.service.ts';
import * as reading from '../../questions/room/read-questions.service.ts';
import * as reports from '../../questions/room/test-reports.service.ts';
import type { RoomMember } from '../room-member.ts';
import { handle, type RegisteredEvent } from './socket-events.ts';

/** Returns the handlers of the events about questions; `memberOf` returns the sender, or throws before they joined. */
export function questionEvents<Caller>(
  ctx: AppContext,
  memberOf: (caller: Caller) => RoomMember,
): RegisteredEvent<Caller>[] {
  return [
    handle(contract.readQuestions, async (caller: Caller, { known }) => {
      const member = memberOf(caller);
      const { reply, isWhole } = await reading.readQuestions(ctx, member.interviewId, known);
      // The client reads again with its state at that time.
      if (!isWhole) member.send('question:changed');
      return reply;
    }),
    handle(contract.showQuestion, (caller: Caller, { questionId }) =>
      questions.showQuestion(ctx, memberOf(caller), questionId),
    ),
    handle(contract.bringToFront, (caller: Caller, { id }) => questions.bringToFront(ctx, memberOf(caller), id)),
    handle(contract.hideQuestion, (caller: Caller, { id }) => questions.hideQuestion(ctx, memberOf(caller), id)),
    handle(contract.shareHidden, (caller: Caller, sharing) => reports.shareHidden(ctx, memberOf(caller), sharing)),
    handle(contract.putAside, (caller: Caller, code) => asides.putAside(ctx, memberOf(caller), code)),
    handle(reportTests, (caller: Caller, report) => reports.reportTests(ctx, memberOf(caller), report)),
    handle(runTestOnEngine, (caller: Caller, test) => engineTests.runTestOnEngine(ctx, memberOf(caller), test)),
  ];
}
