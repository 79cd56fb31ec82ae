import { useEffect, useState } from 'react';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import { MockSession } from './MockSession.tsx';
import styles from './MockSession.module.css';
import { isInterviewerTyping, linesAt, SCRIPT_END, SCRIPT_START, SCRIPT_STILL, TYPING } from './mock-script.ts';
import { useMockTalk } from './use-mock-talk.ts';

/** Time per letter (ms): the whole takes less than five seconds, so that it needs no button to stop it. */
const TICK_MS = 36;
/** The longest line of the visitor (characters), which still fits a phone. */
const LINE_MAX = 40;

/** A mock session that types by itself and answers the visitor; it only moves while text is written. */
export function LiveMock() {
  const isQuiet = useMedia('(prefers-reduced-motion: reduce)');
  const [draft, setDraft] = useState('');
  const talk = useMockTalk(isQuiet);
  const [hasWritten, setWritten] = useState(false);
  const tick = useTick(isQuiet, hasWritten);
  const isTyping = hasWritten ? talk.isAnswering : isInterviewerTyping(tick);
  const isWriting = isTyping || tick < SCRIPT_END;
  const lines = [...linesAt(tick), ...talk.lines];
  return (
    <MockSession
      lines={draft === '' ? lines : [...lines, { text: draft, cursor: 'you' }]}
      isMoving={isWriting && !isQuiet}
      status={isTyping ? TYPING : isWriting ? 'Candidate is typing...' : 'Your turn: write a line and press Enter.'}
    >
      <form
        className={styles.say}
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim() !== '') talk.say(draft);
          setDraft('');
        }}
      >
        <input
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value);
            setWritten(true);
          }}
          aria-label="Your line in the example session"
          placeholder="Type here, the interviewer answers"
          maxLength={LINE_MAX}
          enterKeyHint="send"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <p className="visually-hidden" role="status">
          {talk.answer !== '' && `Interviewer: ${talk.answer}`}
        </p>
      </form>
    </MockSession>
  );
}

/** Counts letters until the end. With `isQuiet`, returns a still; once the visitor has written, the end. */
function useTick(isQuiet: boolean, hasWritten: boolean): number {
  const [tick, setTick] = useState(SCRIPT_START);
  const isRunning = !isQuiet && !hasWritten && tick < SCRIPT_END;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTick((current) => current + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (hasWritten) return SCRIPT_END;
  return isQuiet ? SCRIPT_STILL : tick;
}
