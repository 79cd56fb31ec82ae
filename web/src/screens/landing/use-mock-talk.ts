import { useEffect, useState } from 'react';
import type { MockLine } from './mock-script.ts';

/** Time per letter of an answer (ms). */
const LETTER_MS = 32;
/** The interviewer reads a line before the answer, for the time of this many letters. */
const READING_LETTERS = 15;

/** Manages the visitor's lines in the mock session and the answers to them, which are typed if not `isStill`. */
export function useMockTalk(isStill: boolean) {
  const [said, setSaid] = useState<MockLine[]>([]);
  /** The letters of the latest answer so far; negative before the first one. */
  const [letters, setLetters] = useState(0);
  const last = said.at(-1);
  const answer = last?.cursor === 'interviewer' ? last.text : '';
  const isAnswering = letters < answer.length;
  useEffect(() => {
    if (!isAnswering) return;
    const timer = setInterval(() => setLetters((count) => count + 1), LETTER_MS);
    return () => clearInterval(timer);
  }, [isAnswering]);
  const say = async (text: string) => {
    setSaid((lines) => [...lines, { text, cursor: 'you' }]);
    const { answerTo } = await import('./mock-answers.ts');
    setLetters(isStill ? Infinity : -READING_LETTERS);
    setSaid((lines) => [...lines, { text: answerTo(text, lines.length), cursor: 'interviewer' }]);
  };
  return {
    isAnswering,
    /** The latest complete answer. */
    answer: isAnswering ? '' : answer,
    lines: said.map((line, index): MockLine => {
      const isLast = index === said.length - 1;
      return {
        text: isLast && isAnswering ? line.text.slice(0, Math.max(0, letters)) : line.text,
        cursor: isLast ? line.cursor : null,
      };
    }),
    // If the file of answers does not load, for example offline, the line stands alone.
    say: (text: string) => void say(text).catch(() => undefined),
  };
}
