import CameraOff from 'lucide-react/icons/camera-off';
import EyeOff from 'lucide-react/icons/eye-off';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Server from 'lucide-react/icons/server';
import type { ComponentType } from 'react';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './Sections.module.css';

const FACTS: { Icon: ComponentType<{ size: number }>; title: string; text: string }[] = [
  { Icon: EyeOff, title: 'No tracking', text: 'No analytics, no ads, and nothing is loaded from other sites.' },
  {
    Icon: CameraOff,
    title: 'Never camera or screen',
    text: 'Only the code is shared. Camera and microphone stay blocked.',
  },
  {
    Icon: LockKeyhole,
    title: 'Your data, your rules',
    text: 'Export or delete it at any time, or set when it is deleted.',
  },
  { Icon: Server, title: 'On your own server', text: 'Runs in your own network or region, as one container.' },
];

/** Facts about security and privacy; docs/SECURITY.md has the evidence. */
export function Security() {
  return (
    <section className={styles.section} aria-labelledby="security">
      <h2 id="security">Private by design</h2>
      <ul className={styles.facts}>
        {FACTS.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={20} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <TextLink to="/privacy">Read what we keep, and for how long</TextLink>
      </p>
    </section>
  );
}
