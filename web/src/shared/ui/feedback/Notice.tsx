import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ReactNode, Ref } from 'react';
import styles from './Notice.module.css';

const ICONS = { bad: CircleAlert, good: CircleCheck, warn: TriangleAlert, info: Info };

export interface NoticeProps {
  tone: keyof typeof ICONS;
  children: ReactNode;
  /** A button at the end of the line. */
  action?: ReactNode;
  onDismiss?: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** Renders an alert inside the page, next to its cause. */
export function Notice({ tone, children, action, onDismiss, ref }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div ref={ref} role="alert" className={styles.notice} data-tone={tone}>
      <div className={styles.body}>
        <Icon size={18} aria-hidden className={styles.icon} />
        <div className={styles.text}>{children}</div>
      </div>
      {action}
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
