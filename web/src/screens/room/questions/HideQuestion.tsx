import { toastRefusal } from '../../../shared/ui/feedback/toast-store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { useMeantPress } from '../../../shared/ui/plain/use-meant-press.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** Hides a question from everyone in the room; for interviewers. */
export function HideQuestion({ room, id }: { room: LiveRoom; id: string }) {
  // The next question takes the place of a hidden one.
  const meant = useMeantPress(id);
  const hide = () => toastRefusal(room.shownQuestions.request('question:hide', { id }));
  return (
    <Button size="sm" look="quiet" onClick={meant(hide)}>
      Hide for all
    </Button>
  );
}
