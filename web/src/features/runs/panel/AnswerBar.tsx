import { ANSWER_MAX } from '@cip/contracts/runs/run-limits';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../../shared/input-method.ts';
import { useStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { RunSession } from '../session/run-session.ts';
import { promptOf } from './run-text.ts';
import styles from './runs.module.css';

interface AnswerBarProps {
  session: RunSession;
  /** Takes the focus back once the bar is gone. */
  onLeave: () => void;
}

/**
 * Answers a program that waits for input. It stays until the run ends, so that the next line is typed in the same
 * place.
 */
export function AnswerBar({ session, onLeave }: AnswerBarProps) {
  const { run, ask, isCleared } = useStore(session.store);
  const [askedId, setAskedId] = useState<string | null>(null);
  if (run && ask !== null && askedId !== run.id) setAskedId(run.id);
  if (!run || run.end !== null || askedId !== run.id || isCleared) return null;
  return <Answer key={run.id} session={session} onLeave={onLeave} />;
}

function Answer({ session, onLeave }: AnswerBarProps) {
  const { ask, pieces } = useStore(session.store);
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const field = useOwnFocus(session, onLeave);
  const isWaiting = ask !== null && !isSending;
  const prompt = promptOf(pieces) || 'Type a line';
  const send = async (answer: string | null) => {
    if (!isWaiting) return;
    setSending(true);
    // Emptied now, because the next line may be typed before the program has this one.
    setText('');
    field.current?.focus();
    const isTaken = await session.answer(answer);
    setSending(false);
    if (!isTaken) setText((next) => next || text);
  };
  const press = (event: KeyboardEvent) => {
    const isEnd = event.key === 'd' && event.ctrlKey && text === '';
    const isLine = event.key === 'Enter' && !event.shiftKey && !isOfInputMethod(event.nativeEvent);
    if (!isEnd && !isLine) return;
    event.preventDefault();
    void send(isEnd ? null : text);
  };
  return (
    <div className={styles.answer} role="group" aria-label="Input of the program">
      <textarea
        ref={field}
        aria-label={prompt}
        value={text}
        rows={1}
        maxLength={ANSWER_MAX}
        placeholder={ask === null ? 'Running…' : prompt}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <Button size="sm" disabled={!isWaiting} onClick={() => void send(text)}>
        Send
      </Button>
      <Button size="sm" look="quiet" disabled={!isWaiting} title="Ctrl+D" onClick={() => void send(null)}>
        End input
      </Button>
    </div>
  );
}

/** Gives the field the focus on the device that pressed Run, and takes it back with the end of the run. */
function useOwnFocus(session: RunSession, onLeave: () => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const leave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    const element = field.current;
    const isOwn = session.store.get().run?.by.id === session.room.state.get().self?.id;
    if (isOwn) element?.focus();
    return () => {
      if (element?.parentElement?.contains(document.activeElement)) leave();
    };
  }, [session]);
  return field;
}
