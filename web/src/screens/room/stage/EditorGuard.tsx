import { Component } from 'react';
import type { ReactNode } from 'react';
import { reloadNewest } from '../../../pwa/stale-files.ts';
import { logProblem } from '../../../shared/log.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';

interface EditorGuardProps {
  /** Writes the typed text to the disk before the page reloads. */
  save: () => Promise<void>;
  children: ReactNode;
}

/** If the editor fails to load, for example after an update of the app, the room stays and offers a reload. */
export class EditorGuard extends Component<EditorGuardProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    logProblem('The editor did not load', error);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    const reload = () => void this.props.save().then(reloadNewest);
    return (
      <Notice
        tone="bad"
        action={
          <Button size="sm" onClick={reload}>
            Reload
          </Button>
        }
      >
        The editor could not be loaded.
      </Notice>
    );
  }
}
