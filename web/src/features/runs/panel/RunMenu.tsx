import Settings from 'lucide-react/icons/settings-2';
import { useStore } from '../../../shared/store.ts';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { RunSession } from '../session/run-session.ts';
import { isRefusingOthers } from './run-settings.ts';

/** The settings of runs that only the interviewer decides. */
export function RunMenu({ session }: { session: RunSession }) {
  const state = useStore(session.store);
  const isRefusing = useStore(isRefusingOthers);
  const canRepeat = state.run !== null && state.run.end !== null && session.runsHere(state.run.language);
  return (
    <ActionMenu
      label="Run options"
      actions={[
        { label: 'Run again here', disabled: !canRepeat, onSelect: () => void session.runAgainHere() },
        {
          label: state.isAllowed ? 'Switch running off for the room' : 'Switch running on for the room',
          onSelect: () => void session.allow(!state.isAllowed),
        },
        {
          label: isRefusing ? 'Run others’ code on this device' : 'Don’t run others’ code on this device',
          onSelect: () => isRefusingOthers.set(!isRefusing),
        },
      ]}
    >
      <Settings size={18} aria-hidden />
    </ActionMenu>
  );
}
