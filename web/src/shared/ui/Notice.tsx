import Alert from '@mui/joy/Alert';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Notice.module.css';

const TONES = {
  bad: { color: 'danger', Icon: CircleAlert },
  good: { color: 'success', Icon: CircleCheck },
  warn: { color: 'warning', Icon: TriangleAlert },
  info: { color: 'neutral', Icon: Info },
} as const;

export interface NoticeProps {
  tone: keyof typeof TONES;
  children: ReactNode;
  /** What to do about it, at the end of the line. */
  action?: ReactNode;
  onDismiss?: () => void;
}

/** An alert in the page, next to where it happened. */
export function Notice({ tone, children, action, onDismiss }: NoticeProps) {
  const { color, Icon } = TONES[tone];
  return (
    <Alert
      role="alert"
      variant="soft"
      color={color}
      startDecorator={<Icon size={18} aria-hidden />}
      className={classes(styles['notice'])}
      endDecorator={
        <>
          {action}
          {onDismiss && (
            <IconButton label="Dismiss" size="sm" onClick={onDismiss}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </>
      }
    >
      <div className={styles['text']}>{children}</div>
    </Alert>
  );
}
