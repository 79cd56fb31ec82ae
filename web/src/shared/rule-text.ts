import type { InterviewRule, Tools } from '@cip/contracts/rooms/rules';

/** The text of each rule, in the order of the choices. */
export const TOOLS_LABELS: Record<Tools, string> = {
  no_ai: 'No AI',
  ai_elsewhere: 'AI allowed, tell us when',
  any_tools: 'Any tools',
};

/** Returns a rule as one text. */
export function ruleText({ tools, note }: InterviewRule): string {
  return note === null ? TOOLS_LABELS[tools] : `${TOOLS_LABELS[tools]}. ${note}`;
}

/** Returns a rule from a form as it is sent: without blanks around its line, and without a blank line. */
export function tidyRule(rule: InterviewRule | null): InterviewRule | null {
  return rule && { tools: rule.tools, note: rule.note?.trim() || null };
}

/** Returns true if two rules are the same once they are sent. */
export function isSameRule(one: InterviewRule | null, other: InterviewRule | null): boolean {
  const [sent, otherSent] = [tidyRule(one), tidyRule(other)];
  return sent?.tools === otherSent?.tools && sent?.note === otherSent?.note;
}
