import { DEFAULT_CODE } from '@cip/contracts/documents';
import { replaceFrom } from '../../../features/documents/sync/replace-from.ts';
import { QuestionPane } from '../../../features/questions/room/QuestionPane.tsx';
import {
  endsWithStarter,
  starterAfterChange,
  starterEdit,
  TOO_LONG,
} from '../../../features/questions/room/starter-edit.ts';
import { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live-room.ts';
import type { QuestionParts } from './question-parts.ts';
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
    insertStarter(id) {
      const { language } = room.connection.store.get();
      const question = store.get().questions.find((one) => one.id === id);
      const starter = question?.starters.find((one) => one.language === language);
      if (!question || !starter) return;
      if (endsWithStarter(room.code.text, starter, question.number)) return;
      const situation = { text: room.code.text, seedText: DEFAULT_CODE, starters: starters() };
      const edit = starterEdit(situation, starter, question.number);
      if (edit) replaceFrom(room.code.gate, edit);
      else toast('bad', TOO_LONG);
    },
    languageChanged(languages) {
      const starter = starterAfterChange(room.code.text, starters(), languages);
      if (starter) replaceFrom(room.code.gate, { from: 0, text: starter.code });
    },
  };
}
