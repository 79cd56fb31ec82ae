import { replaceFrom } from '../../../features/documents/sync/replace-from.ts';
import { QuestionPane } from '../../../features/questions/room/QuestionPane.tsx';
import { starterAfterChange } from '../../../features/questions/room/starter-edit.ts';
import { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { planStarter } from './insert-starter.ts';
import type { QuestionParts } from './question-parts.ts';
import { StarterDialog } from './StarterDialog.tsx';
import { TestsSlot } from './TestsSlot.tsx';

/** Returns what shows the questions of a room; its tests stop with the visit. */
export function openQuestions(room: LiveRoom): QuestionParts {
  const { store } = room.shownQuestions;
  const runner = new TestRunner();
  room.onLeave(() => runner.stop());
  const starters = () => store.get().questions.flatMap((question) => question.starters);
  return {
    runner,
    QuestionPane,
    TestsSlot,
    StarterDialog,
    insertStarter(id) {
      const planned = planStarter(room, id);
      if (planned?.edit?.from === 0) replaceFrom(room.code.gate, planned.edit);
      return planned === null || planned.edit?.from === 0;
    },
    languageChanged(languages) {
      const starter = starterAfterChange(room.code.text, starters(), languages);
      if (starter) replaceFrom(room.code.gate, { from: 0, text: starter.code });
    },
  };
}
