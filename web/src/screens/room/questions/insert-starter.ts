import { CODE_MAX } from '@cip/contracts/protocol/common';
import type { ShownStarter as Starter } from '@cip/contracts/questions/starters';
import { lengthOfAll } from '../../../features/documents/sync/length-limit.ts';
import { replaceFrom } from '../../../features/documents/sync/replace-from.ts';
import { endsWithStarter, starterEdit, TOO_LONG } from '../../../features/questions/room/starter-edit.ts';
import type { StarterEdit } from '../../../features/questions/room/starter-edit.ts';
import { hashOf } from '../../../features/runs/session/run-id.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** Shown if the code changed while it was put aside. */
const CHANGED = 'Someone typed in the meantime. Nothing was changed: try again.';

interface PlannedStarter {
  starter: Starter;
  /** Null if the code would be too long. */
  edit: StarterEdit | null;
}

/** Returns the edit that inserts a question's starter in the room's language, or null if there is nothing to insert. */
export function planStarter(room: LiveRoom, id: string): PlannedStarter | null {
  const { shownQuestions, connection, code } = room;
  const { language } = connection.store.get();
  const { questions } = shownQuestions.store.get();
  const question = questions.find((one) => one.id === id);
  const starter = question?.starters.find((one) => one.language === language);
  if (!question || !starter || endsWithStarter(code.text, starter, question.number)) return null;
  const starters = questions.flatMap((each) => each.starters);
  return {
    starter,
    edit: starterEdit({ text: code.text, starters, lengthOfOthers: lengthOfOthers(room) }, starter, question.number),
  };
}

/**
 * Inserts a question's starter in the room's language. Returns false, and changes nothing, if someone typed into the
 * document: then the dialog lets the user decide.
 */
export function insertStarter(room: LiveRoom, id: string): boolean {
  const planned = planStarter(room, id);
  if (planned?.edit?.from === 0) replaceFrom(room.code.gate, planned.edit);
  return planned === null || planned.edit?.from === 0;
}

/** Adds a question's starter below the typed text. Returns the reason if that is impossible, else null. */
export function addBelow(room: LiveRoom, id: string): string | null {
  const planned = planStarter(room, id);
  if (planned?.edit) replaceFrom(room.code.gate, planned.edit);
  return planned && !planned.edit ? TOO_LONG : null;
}

/**
 * Has the server keep the code of the room, and puts a question's starter in its place. Resolves to the reason if that
 * is impossible, else to null.
 */
export async function replaceByStarter(room: LiveRoom, id: string): Promise<string | null> {
  await room.code.flush();
  const before = room.code.text;
  const starting = planStarter(room, id)?.starter.code.length ?? 0;
  if (starting + lengthOfOthers(room) > CODE_MAX) return TOO_LONG;
  const ack = await room.shownQuestions.request('question:put-aside', { question: id, hash: hashOf(before) });
  if (!ack.ok) return ack.error.message;
  const starter = planStarter(room, id)?.starter;
  // The rest runs in one turn, so that it replaces exactly the code that the server has.
  if (room.code.text !== before) return CHANGED;
  if (starter) replaceFrom(room.code.gate, { from: 0, text: starter.code });
  return null;
}

/** The length of the files besides the first one, which share its limit. */
const lengthOfOthers = ({ code: { gate } }: LiveRoom) => lengthOfAll(gate.editing) - gate.text.length;
