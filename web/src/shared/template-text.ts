import type { Template } from '@cip/contracts/questions/templates';
import { COMPLETION_LABELS, ruleText } from './rule-text.ts';

/** Returns the settings of a room that a template changes, apart from its questions and criteria. */
export function templateSwitches(template: Template): string[] {
  return [
    ...(template.asks_before_admitting ? ['candidates wait'] : []),
    ...(template.typing_mode === 'instant' ? ['realtime typing'] : []),
    ...(template.allows_runs ? [] : ['running is off']),
    ...(template.rule ? [ruleText(template.rule)] : []),
    ...(template.completion ? [`completion: ${COMPLETION_LABELS[template.completion].toLowerCase()}`] : []),
  ];
}
