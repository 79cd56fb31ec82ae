/** A call waits until the user has confirmed who they are. */
interface Question {
  answer: Promise<boolean>;
  settle: (isConfirmed: boolean) => void;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

const set = (next: Question | null) => {
  question = next;
  for (const listener of listeners) listener();
};

/**
 * Asks the user to confirm who they are; resolves to whether they did. Calls that ask meanwhile share the question.
 * Resolves to false where no screen shows the question.
 */
export function askToReauthenticate(): Promise<boolean> {
  if (question) return question.answer;
  if (listeners.size === 0) return Promise.resolve(false);
  const { promise: answer, resolve } = Promise.withResolvers<boolean>();
  const settle = (isConfirmed: boolean) => {
    set(null);
    resolve(isConfirmed);
  };
  set({ answer, settle });
  return answer;
}

/** Calls back when a question comes or goes; returns the way to stop. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the open question, or null. */
export const openQuestion = () => question;
