import type { Static } from 'typebox';
import { Closed, LineNotBlank, Nullable, OneOf } from '../protocol/common.ts';
import { clientEvent } from '../protocol/events.ts';

/** The tools that an interview allows besides its own editor. */
const TOOLS = ['no_ai', 'ai_elsewhere', 'any_tools'] as const;
export type Tools = (typeof TOOLS)[number];

/** Longest line about a rule, in code points. */
export const RULE_NOTE_MAX = 200;

/** The rule of an interview, which its candidate reads before they join: the allowed tools, and a line about it. */
export const InterviewRule = Closed({ tools: OneOf(TOOLS), note: Nullable(LineNotBlank(RULE_NOTE_MAX)) });
export type InterviewRule = Static<typeof InterviewRule>;

/** A rule; null shows nothing. */
export const AnyRule = Nullable(InterviewRule);

/** Sets or removes the rule of a running interview. */
export const changeRule = clientEvent({
  name: 'room:change-rule',
  from: 'interviewer',
  payload: Closed({ rule: AnyRule }),
  reply: Closed({ rule: AnyRule }),
});

/** Events about rules that the server sends. */
export interface RuleServerEvents {
  /** To the room, when the rule changes. */
  'room:rule': (data: { rule: InterviewRule | null }) => void;
}
