import CodeXml from 'lucide-react/icons/code-xml';
import History from 'lucide-react/icons/history';
import Link from 'lucide-react/icons/link';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import MousePointer2 from 'lucide-react/icons/mouse-pointer-2';
import Save from 'lucide-react/icons/save';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import UserRoundCog from 'lucide-react/icons/user-round-cog';
import UsersRound from 'lucide-react/icons/users-round';
import type { ComponentType } from 'react';
import styles from './Sections.module.css';

type Benefit = [Icon: ComponentType<{ size: number }>, text: string];

const BENEFITS: Benefit[][] = [
  [
    [Link, 'Instant link sharing: one link, one click'],
    [UserRoundCheck, 'No installation and no account for candidates'],
    [MonitorSmartphone, 'Works on laptops, tablets and phones'],
    [CodeXml, 'Syntax highlighting for 50+ languages'],
    [MousePointer2, 'Named cursors show who writes what'],
  ],
  [
    [UsersRound, 'Several interviewers in one session'],
    [History, 'Session history and analytics'],
    [UserRoundCog, 'Team member management'],
    [LockKeyhole, 'Secure private session rooms'],
    [Save, 'Nothing lost when a connection drops'],
  ],
];

/** Ten reasons, five per column. */
export function Benefits() {
  return (
    <section className={styles.section} aria-labelledby="benefits">
      <h2 id="benefits">Why choose our platform</h2>
      <div className={styles.columns}>
        {BENEFITS.map((column, index) => (
          <ul key={index}>
            {column.map(([Icon, text]) => (
              <li key={text}>
                <Icon size={18} />
                {text}
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
}
