import Dropdown from '@mui/joy/Dropdown';
import Menu from '@mui/joy/Menu';
import MenuButton from '@mui/joy/MenuButton';
import MenuItem from '@mui/joy/MenuItem';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';

export interface Action {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Set for a setting that the action switches. */
  isOn?: boolean;
  onSelect?: () => void;
}

export interface ActionMenuProps {
  /** Accessible name of the button that opens the menu. */
  label: string;
  /** Content of the button. */
  children: ReactNode;
  actions: Action[];
  /** List items above the actions. */
  head?: ReactNode;
  className?: string | undefined;
  disabled?: boolean;
  /** Lets the menu reach out of an element that scrolls or clips. */
  isFixed?: boolean;
}

/** Sets a dangerous action apart from the others, so that a slip of the finger does not meet it. */
const APART = { '&:not(:first-of-type)': { marginTop: '4px', borderTop: '1px solid var(--line)' } };

/** Renders a button that opens a menu of actions. */
export function ActionMenu({
  label,
  children,
  actions,
  head,
  className,
  disabled = false,
  isFixed = false,
}: ActionMenuProps) {
  return (
    <Dropdown>
      <MenuButton
        aria-label={label}
        variant="plain"
        color="neutral"
        className={className}
        disabled={disabled}
        sx={{
          paddingInline: '8px',
          minWidth: 36,
          fontWeight: 500,
          '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 },
        }}
      >
        {children}
      </MenuButton>
      <Menu
        disablePortal
        placement="bottom-end"
        size="md"
        {...(isFixed && { popperOptions: { strategy: 'fixed' as const } })}
        sx={{ minWidth: 200, '--List-radius': 'var(--radius-1)' }}
      >
        {head}
        {actions.map(({ label: text, icon, danger = false, disabled = false, isOn, onSelect }) => (
          <MenuItem
            key={text}
            color={danger ? 'danger' : 'neutral'}
            disabled={disabled}
            {...(onSelect && { onClick: onSelect })}
            {...(isOn !== undefined && { role: 'menuitemcheckbox', 'aria-checked': isOn })}
            sx={{ gap: '12px', ...(danger && APART) }}
          >
            {icon}
            {text}
            {isOn && <Check size={16} aria-hidden style={{ marginInlineStart: 'auto' }} />}
          </MenuItem>
        ))}
      </Menu>
    </Dropdown>
  );
}
