import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyOr } from '../../shared/lazy-or.ts';
import { onQuestion, openQuestion } from '../../shared/form/reauthentication.ts';

interface QuestionProps {
  onSettled: (isConfirmed: boolean) => void;
}

const Dialog = lazyOr(async () => (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog, Unanswered);

/** Where the dialog's files do not come, the call is refused as it was. */
function Unanswered({ onSettled }: QuestionProps) {
  useEffect(() => onSettled(false), [onSettled]);
  return null;
}

/** Shows the question who you are while a call waits for its answer. */
export function Reauthentication() {
  const question = useSyncExternalStore(onQuestion, openQuestion);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <Dialog onSettled={question.settle} />
    </Suspense>
  );
}
