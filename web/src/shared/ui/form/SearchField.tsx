import Input from '@mui/joy/Input';
import Search from 'lucide-react/icons/search';
import { classes } from '../theme/classes.ts';
import styles from './Field.module.css';

export interface SearchFieldProps {
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Renders a search field that filters a list while the user types. */
export function SearchField({ placeholder, value, onChange }: SearchFieldProps) {
  return (
    <Input
      className={classes(styles.input, styles.search)}
      startDecorator={<Search size={18} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ input: { type: 'search', placeholder, 'aria-label': placeholder } }}
    />
  );
}
