import { Component } from 'react';
import type { ReactNode } from 'react';
import styles from './file-guard.module.css';

/** Shows a sentence if the player or its recording fails, because a white page would say nothing. */
export class FileGuard extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className={styles.problem} role="alert">
        <h1>This playback stopped</h1>
        <p>
          Open the file again. If that does not help, open it in a current version of Chrome, Edge, Firefox or Safari,
          or ask for a new copy: this one may be damaged.
        </p>
      </main>
    );
  }
}
