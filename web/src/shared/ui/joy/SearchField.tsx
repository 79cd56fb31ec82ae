import Input from '@mui/joy/Input';
import Search from 'lucide-react/icons/search';
import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../input-method.ts';
import { classes } from '../theme/classes.ts';
import styles from '../form/Field.module.css';

export interface SearchFieldProps {
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Called for Enter, which then does not submit the form around the field. */
  onEnter?: () => void;
}

/** Renders a search field that filters a list while the user types. */
export function SearchField({ placeholder, value, onChange, onEnter }: SearchFieldProps) {
  const press = (event: KeyboardEvent) => {
    if (onEnter === undefined || event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <Input
      className={classes(styles.input, styles.search)}
      startDecorator={<Search size={18} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={press}
      slotProps={{ input: { type: 'search', placeholder, 'aria-label': placeholder } }}
    />
  );
}
