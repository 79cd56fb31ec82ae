import { indentationOf } from '../editor/languages/indentation.ts';
import type { EditedFile } from '../sync/edited-file.ts';
import { isLengthAllowed, lengthOfAll } from '../sync/edits/length-limit.ts';
import { rewriteText } from '../sync/edits/rewrite-text.ts';
import type { FormatJob, FormatProblem, FormatReply } from './format-job.ts';
import FormatWorker from './format-worker.ts?worker';

/** A formatter that takes longer is ended (ms); with its download. */
const LONGEST_MS = 30_000;
/** How often the code is formatted again because someone typed meanwhile. */
const ATTEMPTS = 3;
const UNCHANGED = 'Nothing was changed.';

/** How formatting ended: `changed`, or without a change and with words for the user. */
export type Formatted = { kind: 'changed' } | { kind: 'same' | 'failed'; text: string };

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Formats the code of a file and sends that as one edit, which is one step of the user's undo. Changes nothing if the
 * code has a syntax error, may no longer be changed, or if others type so steadily that no formatted text is of the
 * present one.
 */
export async function formatCode(gate: EditedFile, language: string, mayChange: () => boolean): Promise<Formatted> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = gate.text.toString();
    const reply = await ask({ text, language, indentation: indentationOf(language, text) });
    if (reply === null) return failed('The formatter could not be loaded.');
    if ('problem' in reply) return failed(problemText(reply.problem));
    if (!mayChange()) return failed('The code can no longer be changed.');
    if (gate.text.toString() !== text) continue;
    if (reply.text === text) return { kind: 'same', text: 'The code is formatted already.' };
    const before = lengthOfAll(gate.editing);
    if (!isLengthAllowed(before + reply.text.length - text.length, before))
      return failed('The formatted code would be too long.');
    rewriteText(gate, reply.text);
    return { kind: 'changed' };
  }
  return failed('Someone is typing.');
}

/** Formats one text after another, because a reply does not name its job. */
function ask(job: FormatJob): Promise<FormatReply | null> {
  const asked = last.then(() => askWorker(job));
  last = asked.catch(() => null);
  return asked;
}

/** Resolves to the worker's reply; to null if the formatter did not load or did not end. */
function askWorker(job: FormatJob): Promise<FormatReply | null> {
  const asked = (worker ??= new FormatWorker());
  const { promise, resolve } = Promise.withResolvers<FormatReply | null>();
  const end = (reply: FormatReply | null) => {
    clearTimeout(timer);
    // A worker whose files did not load would not try again.
    if (reply === null) {
      asked.terminate();
      worker = undefined;
    }
    resolve(reply);
  };
  const timer = setTimeout(() => end(null), LONGEST_MS);
  asked.onmessage = ({ data }: MessageEvent<FormatReply | null>) => end(data);
  asked.onerror = () => end(null);
  asked.postMessage(job);
  return promise;
}

const failed = (text: string): Formatted => ({ kind: 'failed', text: `${text} ${UNCHANGED}` });

function problemText({ line, message }: FormatProblem): string {
  const words = message.replace(/\.$/, '');
  return line === null ? `${words}.` : `Line ${line}: ${words}.`;
}
