import Check from 'lucide-react/icons/check';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useScheme } from '../theme/color-scheme.ts';
import { ActionMenu } from './ActionMenu.tsx';

const MODES = [
  { mode: 'light', label: 'Light', Icon: Sun },
  { mode: 'dark', label: 'Dark', Icon: Moon },
  { mode: 'system', label: 'System', Icon: Monitor },
] as const;

/** Renders the menu that chooses light, dark or the system's colours. */
export function SchemeMenu() {
  const { mode, setMode } = useScheme();
  const Current = MODES.find((entry) => entry.mode === mode)?.Icon ?? Monitor;
  const actions = MODES.map(({ mode: wanted, label, Icon }) => ({
    label,
    icon: wanted === mode ? <Check size={16} aria-hidden /> : <Icon size={16} aria-hidden />,
    onSelect: () => setMode(wanted),
  }));
  return (
    <ActionMenu label="Color scheme" actions={actions}>
      <Current size={18} aria-hidden />
    </ActionMenu>
  );
}
