import type { Rules } from '@cip/contracts/rooms/rules';
import { COMPLETION_TEXTS, isSameRule, ruleText } from '../../../shared/rule-text.ts';

/** Rules from the server; a node of an earlier release sends only some. */
export type SentRules = { [K in keyof Rules]?: Rules[K] | undefined };

/** Returns the sent rules without any that was announced after the request, because the announcement is newer. */
export function knownRules(
  { rule, completion }: SentRules,
  announced: ReadonlySet<string> = new Set(),
): Partial<Rules> {
  return {
    ...(rule !== undefined && !announced.has('rule') && { rule }),
    ...(completion !== undefined && !announced.has('completion') && { completion }),
  };
}

/** Returns the words of screen readers for announced rules; nothing if they hold already. */
export function rulesNews({ rule, completion }: SentRules, before: Rules): string | undefined {
  if (rule !== undefined && !isSameRule(rule, before.rule))
    return rule ? `New rule: ${ruleText(rule)}` : 'The rule was removed.';
  if (completion !== undefined && completion !== before.completion)
    return COMPLETION_TEXTS[completion] || 'The editor completes nothing.';
  return undefined;
}
