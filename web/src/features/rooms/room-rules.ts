import type { Rules } from '@cip/contracts/rooms/rules';
import { COMPLETION_TEXTS, isSameRule, ruleText } from '../../shared/rule-text.ts';

/** Rules from the server; a node of an earlier release sends only some. */
export type SentRules = { [K in keyof Rules]?: Rules[K] | undefined };

/** Returns the sent rules, without those that were announced after the request, because these are newer. */
export function knownRules(
  { rule, completion }: SentRules,
  announced: ReadonlySet<string> = new Set(),
): Partial<Rules> {
  return {
    ...(rule !== undefined && !announced.has('rule') && { rule }),
    ...(completion !== undefined && !announced.has('completion') && { completion }),
  };
}

/** Returns what screen readers say about announced rules; nothing about those that hold already. */
export function rulesNews({ rule, completion }: SentRules, before: Rules): string | undefined {
  if (rule !== undefined && !isSameRule(rule, before.rule))
    return rule ? `New rule: ${ruleText(rule)}` : 'The rule was removed.';
  if (completion !== undefined && completion !== before.completion)
    return COMPLETION_TEXTS[completion] || 'The editor completes nothing.';
  return undefined;
}
