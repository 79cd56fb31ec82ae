import CameraOff from 'lucide-react/icons/camera-off';
import EyeOff from 'lucide-react/icons/eye-off';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Server from 'lucide-react/icons/server';
import type { ComponentType, ReactNode } from 'react';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './Sections.module.css';

interface Fact {
  Icon: ComponentType<{ size: number }>;
  title: string;
  text: string;
  more?: ReactNode;
}

const FACTS: Fact[] = [
  { Icon: EyeOff, title: 'No tracking', text: 'No trackers, no ads, and nothing is loaded from other sites.' },
  {
    Icon: CameraOff,
    title: 'Never camera or screen',
    text: 'Only the code is shared. Camera and microphone stay blocked.',
  },
  {
    Icon: LockKeyhole,
    title: 'Your data, your rules',
    text: 'Export or delete it at any time.',
    more: <TextLink to="/privacy">What we keep</TextLink>,
  },
  { Icon: Server, title: 'On your own server', text: 'It also runs in your own network, in the region you choose.' },
];

/** Facts about security and privacy; docs/SECURITY.md has the evidence. */
export function Security() {
  return (
    <section className={styles.section} aria-labelledby="security">
      <h2 id="security">Private by design</h2>
      <ul className={styles.facts}>
        {FACTS.map(({ Icon, title, text, more }) => (
          <li key={title}>
            <Icon size={20} />
            <h3>{title}</h3>
            <p>
              {text} {more}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
