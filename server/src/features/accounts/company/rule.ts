import type { InterviewRule, Rules } from '@cip/contracts/rooms/rules';

/** Returns a rule as it is stored, its line without blanks around it. */
export function tidyRule(rule: InterviewRule | null): InterviewRule | null {
  return rule && { tools: rule.tools, note: rule.note?.trim() ?? null };
}

/** Returns whether two rules say the same. */
export function isSameRule(one: InterviewRule | null, other: InterviewRule | null): boolean {
  return one?.tools === other?.tools && one?.note === other?.note;
}

/** Returns whether two pairs of a rule and a completion say the same. */
export function areSameRules(one: Rules, other: Rules): boolean {
  return isSameRule(one.rule, other.rule) && one.completion === other.completion;
}
