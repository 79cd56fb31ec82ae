import { classes } from '../theme/classes.ts';
import styles from './button.module.css';

/** The looks of buttons, and of links that look like one. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerOutlined';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface StyleOptions {
  look: ButtonLook | 'icon' | 'menu';
  size?: ButtonSize | undefined;
  fullWidth?: boolean | undefined;
  className?: string | undefined;
}

/** Returns the attributes that give an element the look of a button. */
export function buttonStyle({ look, size = 'md', fullWidth = false, className }: StyleOptions) {
  return {
    className: classes(styles.button, className),
    'data-look': look,
    'data-size': size,
    ...(fullWidth && { 'data-full-width': true }),
  };
}
