import type { PlaybackEvent } from '@cip/contracts/playback/playback';
import { COMPLETION_LABELS, TOOLS_LABELS } from '../../../shared/rule-text.ts';
import type { Recording } from './recording.ts';

/** How long after the start the rules of the start are recorded at the latest (ms). */
const FIRST_WITHIN_MS = 1_000;

/** Returns the rules that held at a moment as facts for the heading; none if nothing was said. */
export function ruleAt({ events }: Pick<Recording, 'events'>, ms: number): string[] {
  const last = (kind: PlaybackEvent['kind']) =>
    events.findLast((event) => event.kind === kind && event.at <= Math.max(ms, FIRST_WITHIN_MS));
  const [rule, completion] = [last('rule'), last('completion')];
  return [
    ...(rule?.kind === 'rule' && rule.data.rule ? [`Rule: ${TOOLS_LABELS[rule.data.rule.tools]}`] : []),
    ...(completion?.kind === 'completion' && completion.data.completion !== 'off'
      ? [`Completion: ${COMPLETION_LABELS[completion.data.completion]}`]
      : []),
  ];
}
