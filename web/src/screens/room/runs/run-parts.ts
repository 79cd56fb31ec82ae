import type { ComponentType } from 'react';
import type { RunPaneProps } from '../../../features/runs/panel/RunPane.tsx';
import type { RunTab } from '../../../features/runs/panel/run-tabs.ts';
import type { MarkableEditor } from '../../../features/runs/panel/useErrorMark.ts';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import type { SharedSandbox } from './shared-sandbox.ts';

/** What shows and executes the runs of one room; it is loaded after the room. */
export interface RunParts {
  session: RunSession;
  RunPane: ComponentType<RunPaneProps>;
  /** What has no place on the screen: the mark in the editor, and announcements. */
  RunEffects: ComponentType<{ session: RunSession; editor: MarkableEditor | null }>;
  /** Returns what the pane shows for a language. */
  tabsFor: (language: string) => RunTab[];
  /** Whether a device or the engine can execute a language. */
  canRun: (language: string) => boolean;
  /** Lends the sandbox to the tests of a question. */
  lendSandbox: SharedSandbox['lend'];
  /** Returns why Run is not offered for a language. */
  whyNot: (language: string) => string;
}
