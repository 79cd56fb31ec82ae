import type { RunRoom } from '../state/run-room.ts';
import { isActive } from '../state/run-state.ts';
import type { RunsState } from '../state/run-state.ts';

/**
 * The effect of a press on Run: it runs, stops, or does nothing because a run is starting, running is off, or the
 * language cannot run.
 */
export type Ability = 'run' | 'stop' | 'starting' | 'off' | 'no runtime';

/** Languages that no engine executes as a program. */
const NO_PROGRAMS: ReadonlySet<string> = new Set(
  'html vue angular jinja liquid pug css scss less json yaml toml ini xml protobuf markdown plaintext dockerfile'.split(
    ' ',
  ),
);

/** Returns the effect of a press on Run for a language. */
export function abilityFor(state: RunsState, { runtimes }: Pick<RunRoom, 'runtimes'>, language: string): Ability {
  if (state.phase === 'requested') return 'starting';
  if (isActive(state)) return 'stop';
  if (!state.isAllowed) return 'off';
  return canRun(state, runtimes, language) ? 'run' : 'no runtime';
}

/** Whether a device or the engine can execute a language. */
export function canRun(
  { engineLanguages }: Pick<RunsState, 'engineLanguages'>,
  runtimes: RunRoom['runtimes'],
  language: string,
): boolean {
  return runtimes.runtimeOf(language) !== null || engineLanguages.includes(language);
}

/** Returns why Run is not offered. */
export function whyNot(ability: Ability, language: string, label: string): string {
  if (ability === 'off') return 'Running is off';
  return NO_PROGRAMS.has(language) ? `${label} does not run` : `${label} cannot run here`;
}
