import { TOOLS_LABELS } from '../../../shared/rule-text.ts';
import type { Recording } from './recording.ts';

/** How long after the start the rule of the start is recorded at the latest (ms). */
const FIRST_WITHIN_MS = 1_000;

/** Returns the rule that held at a moment as a fact for the heading; none if nothing was said. */
export function ruleAt({ events }: Pick<Recording, 'events'>, ms: number): string[] {
  const last = events.findLast(({ kind, at }) => kind === 'rule' && at <= Math.max(ms, FIRST_WITHIN_MS));
  const rule = last?.kind === 'rule' ? last.data.rule : null;
  return rule ? [`Rule: ${TOOLS_LABELS[rule.tools]}`] : [];
}
