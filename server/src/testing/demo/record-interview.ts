import { createHash } from 'node:crypto';
import type { PlaybackEvent, PlaybackRun } from '@cip/contracts/playback/playback';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import type { Participant } from '@cip/contracts/rooms/rooms';
import type { ExampleInterview } from '../../../../testkit/example-interviews.ts';
import type { AppContext } from '../../context.ts';
import { changeLanguage, recordOfflineGap } from '../../features/documents/documents.service.ts';
import { editOperationId } from '../../features/documents/log/update-author.ts';
import { showQuestion } from '../../features/questions/room/interview-questions.service.ts';
import { reportTests } from '../../features/questions/room/test-reports.service.ts';
import { addOutput, endRun } from '../../features/runs/run-output.service.ts';
import { startRun } from '../../features/runs/runs.service.ts';
import { recordPresence } from '../../features/timeline/timeline.service.ts';
import { dateEdits, type Past } from './past.ts';

/** A running interview, and its people in the order of the example. */
interface Room {
  interviewId: string;
  companyId: string;
  startedAt: number;
  people: Participant[];
  /** The question that the example shows. */
  question?: QuestionContent | undefined;
}

/** Plays an example in a room as its sockets do, each act and each edit at its own time. */
export async function recordInterview(ctx: AppContext, past: Past, room: Room, example: ExampleInterview) {
  const { interviewId, startedAt } = room;
  const document = await ctx.documents.open(interviewId);
  // The text of a new document, which nobody typed, is there already.
  let waiting = example.typist.edits.filter(({ by }) => by !== null);
  const typeUntil = async (until: number) => {
    const due = waiting.filter(({ at }) => at <= until);
    waiting = waiting.slice(due.length);
    await Promise.all(
      due.map(({ bytes, by }) => document.edit(bytes, { participantId: at(room, by).id, socketId: null })),
    );
    const dated = due.map((edit) => ({ opId: editOperationId(edit.bytes), at: startedAt + edit.at }));
    await dateEdits(ctx.db, interviewId, dated);
  };
  for (const act of actsOf(ctx, room, example)) {
    await typeUntil(act.at);
    await past(startedAt + act.at, act.perform);
  }
  await typeUntil(Infinity);
}

function at({ people }: Room, by: number | null): Participant {
  const person = people[by ?? 0];
  if (!person) throw new Error('The example has more people than the room.');
  return person;
}

interface Act {
  at: number;
  perform: () => Promise<unknown>;
}

function actsOf(ctx: AppContext, room: Room, { events, runs, gaps }: ExampleInterview): Act[] {
  const toAct = performer(ctx, room);
  const acts = [
    ...events.map((event) => ({ at: event.at, perform: () => toAct(event) })),
    ...runs.map((run) => ({ at: run.at, perform: () => runCode(ctx, room, run) })),
    ...gaps.map(({ by, from, to }, index) => ({
      at: to,
      perform: () => recordOfflineGap(ctx, memberOf(room, by), { id: `gap-${index}`, forMs: to - from }),
    })),
  ];
  return acts.toSorted((one, other) => one.at - other.at);
}

/** The participant as the handlers of the room's events get it; nobody else is there to be told. */
const memberOf = (room: Room, by: number | null) => ({
  ...room,
  participant: at(room, by),
  socketId: 'demo',
  sendText() {},
  send() {},
  isSlow: () => false,
  spend() {},
  markAsOwnClient() {},
  awaitEdits() {},
});

function performer(ctx: AppContext, room: Room) {
  let shown = '';
  return async (event: PlaybackEvent): Promise<unknown> => {
    const member = memberOf(room, event.by);
    if (event.kind === 'joined' || event.kind === 'left')
      return recordPresence(ctx, room.interviewId, member.participant, event.kind === 'joined');
    if (event.kind === 'language') return changeLanguage(ctx, member, event.data.language);
    if (event.kind === 'question_shown') shown = (await showQuestion(ctx, member, event.data.id)).id;
    if (event.kind !== 'tests_run') return undefined;
    const open = room.question?.tests.filter((test) => !test.is_hidden) ?? [];
    const tests = open.map(({ expected }) => ({ outcome: 'passed' as const, output: expected, error: '' }));
    const { hidden } = event.data;
    const language = room.question?.starters[0]?.language ?? 'sql';
    const report = {
      question: shown,
      language,
      hash: await currentHash(ctx, room),
      tests,
      hidden,
      isHiddenShared: true,
    };
    return reportTests(ctx, member, report);
  };
}

async function runCode(ctx: AppContext, room: Room, run: PlaybackRun): Promise<void> {
  const { id, language, stdin, pieces, end } = run;
  const member = memberOf(room, run.by);
  const hash = await currentHash(ctx, room);
  await startRun(ctx, member, { id, language, stdin, hash, place: 'here', device: 'laptop' });
  const ref = { interviewId: room.interviewId, id, runnerId: member.participant.id };
  for (const piece of pieces) await addOutput(ctx, ref, piece);
  if (end) await endRun(ctx, ref, end);
}

async function currentHash(ctx: AppContext, { interviewId }: Room): Promise<string> {
  return createHash('sha256')
    .update((await ctx.documents.open(interviewId)).text)
    .digest('hex');
}
