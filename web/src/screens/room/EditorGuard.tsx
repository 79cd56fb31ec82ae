import { Component } from 'react';
import type { ReactNode } from 'react';
import { reloadNewest } from '../../pwa/stale-files.ts';
import { logProblem } from '../../shared/log.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';

interface EditorGuardProps {
  /** Puts on the disk what was typed; the page is reloaded after that. */
  save: () => Promise<void>;
  children: ReactNode;
}

/** An editor that does not load, as after an update of the app, leaves the room standing and offers a reload. */
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
        The editor could not be loaded. What was typed is kept on this device.
      </Notice>
    );
  }
}
