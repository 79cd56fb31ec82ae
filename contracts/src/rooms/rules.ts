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

/** How much the editor completes: nothing, words of the file and the language, or also by types. */
const COMPLETIONS = ['off', 'words', 'full'] as const;
export const Completion = OneOf(COMPLETIONS);
export type Completion = Static<typeof Completion>;
export const DEFAULT_COMPLETION: Completion = 'off';

/** The two parts of an interview's rule; completion is a value of its own, so that earlier releases read the rest. */
export interface Rules {
  rule: InterviewRule | null;
  completion: Completion;
}

/** Sets or removes the rule of a running interview. */
export const changeRule = clientEvent({
  name: 'room:change-rule',
  from: 'interviewer',
  payload: Closed({ rule: AnyRule }),
  reply: Closed({ rule: AnyRule }),
});

/** Sets how much the editor completes in a running interview. */
export const changeCompletion = clientEvent({
  name: 'room:change-completion',
  from: 'interviewer',
  payload: Closed({ completion: Completion }),
  reply: Closed({ completion: Completion }),
});

/** Events about rules that the server sends. */
export interface RuleServerEvents {
  /** To the room, when the rule changes. */
  'room:rule': (data: { rule: InterviewRule | null }) => void;
  /** Likewise, when completion changes. */
  'room:completion': (data: { completion: Completion }) => void;
}
