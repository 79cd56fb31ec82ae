import { ERROR_NAME_MAX } from '@cip/contracts/runs/past-runs';
import { ERROR_MESSAGE_MAX, OUTPUT_TAIL_MAX } from '@cip/contracts/runs/runs';
import type { RunEnd } from '@cip/contracts/runs/runs';
import { firstOf, lastOf, plainText } from './plain-text.ts';

const LINE_MAX = 1_000_000;
const MS_MAX = 2_000_000;

/** Returns the end of a run that did not end by itself. */
export function endWith(reason: RunEnd['reason'], message: string | null = null): RunEnd {
  const error = message === null ? null : { name: 'Error', message, line: null, column: null };
  return { reason, exitCode: null, ms: 0, omitted: 0, tail: '', error, needsInput: false };
}

/** Returns an end within the bounds of the wire; `dropped` characters were left out besides those that it counts. */
export function boundedEnd(end: RunEnd, dropped: number): RunEnd {
  const position = (value: number | null) => (value !== null && value >= 1 && value <= LINE_MAX ? value : null);
  return {
    ...end,
    ms: Math.min(Math.max(0, Math.round(end.ms)), MS_MAX),
    omitted: end.omitted + dropped,
    tail: plainText(lastOf(end.tail, OUTPUT_TAIL_MAX)),
    error: end.error && {
      name: oneLine(firstOf(end.error.name, ERROR_NAME_MAX)),
      message: plainText(firstOf(end.error.message, ERROR_MESSAGE_MAX)),
      line: position(end.error.line),
      column: position(end.error.column),
    },
  };
}

/** Returns the text without the characters that the wire refuses in a line. */
function oneLine(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '');
}
