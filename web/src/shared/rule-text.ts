import type { Completion, InterviewRule, Rules, Tools } from '@cip/contracts/rooms/rules';

/** The text of each rule, in the order of the choices. */
export const TOOLS_LABELS: Record<Tools, string> = {
  no_ai: 'No AI',
  ai_elsewhere: 'AI allowed, tell us when',
  any_tools: 'Any tools',
};

/** The name of each value of completion, in the order of the choices. */
export const COMPLETION_LABELS: Record<Completion, string> = { off: 'Off', words: 'Words', full: 'Full' };

/** A sentence about completion, for everyone in the room; nothing if it completes nothing. */
export const COMPLETION_TEXTS: Record<Completion, string> = {
  off: '',
  words: 'The editor completes words.',
  full: 'The editor completes code.',
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

/** Returns true if two pairs of a rule and a completion are the same once they are sent. */
export function areSameRules(one: Rules, other: Rules): boolean {
  return isSameRule(one.rule, other.rule) && one.completion === other.completion;
}
