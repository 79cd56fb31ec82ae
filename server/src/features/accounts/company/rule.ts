import type { InterviewRule } from '@cip/contracts/rooms/rules';

/** Returns a rule as it is stored, its line without blanks around it. */
export function tidyRule(rule: InterviewRule | null): InterviewRule | null {
  return rule && { tools: rule.tools, note: rule.note?.trim() ?? null };
}

/** Returns whether two rules say the same. */
export function isSameRule(one: InterviewRule | null, other: InterviewRule | null): boolean {
  return one?.tools === other?.tools && one?.note === other?.note;
}
