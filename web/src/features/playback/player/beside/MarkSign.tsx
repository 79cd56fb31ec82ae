import Check from 'lucide-react/icons/check';
import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import CodeXml from 'lucide-react/icons/code-xml';
import Dot from 'lucide-react/icons/dot';
import EyeOff from 'lucide-react/icons/eye-off';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import Flag from 'lucide-react/icons/flag';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import User from 'lucide-react/icons/user';
import WifiOff from 'lucide-react/icons/wifi-off';
import X from 'lucide-react/icons/x';
import type { Mark } from '../../replay/moment.ts';
import styles from './moments.module.css';

const SIGNS: Record<Mark, typeof Check> = {
  language: CodeXml,
  question: FileQuestionMark,
  passed: Check,
  failed: X,
  paste: ClipboardPaste,
  presence: User,
  offline: WifiOff,
  closed: EyeOff,
  note: NotebookPen,
  end: Flag,
  other: Dot,
};

/** The sign of a mark; its words stand beside it. */
export function MarkSign({ mark }: { mark: Mark }) {
  const Sign = SIGNS[mark];
  return (
    <span className={styles.sign} data-mark={mark} aria-hidden>
      <Sign size={14} strokeWidth={2.25} />
    </span>
  );
}
