import { replaceFrom } from '../../../features/documents/sync/edits/replace-from.ts';
import { starterAfterChange } from '../../../features/questions/room/starter-edit.ts';
import { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import type { LiveRoom, RoomQuestions } from '../live/live-room.ts';
import { testAfterRuns } from './test-front-question.ts';

/** Opens the questions of a room; their tests stop with the visit. */
export function openQuestions(room: LiveRoom): RoomQuestions {
  const { store } = room.shownQuestions;
  const runner = new TestRunner();
  room.onLeave(() => runner.stop());
  testAfterRuns(room, runner);
  const starters = () => store.get().questions.flatMap((question) => question.starters);
  return {
    runner,
    languageChanged(languages) {
      const starter = starterAfterChange(room.code.text, starters(), languages);
      if (starter) replaceFrom(room.code.gate, { from: 0, text: starter.code });
    },
  };
}
