import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { isOfInputMethod } from '../../../shared/input-method.ts';
import { useStore } from '../../../shared/store.ts';
import { Tabs } from '../../../shared/ui/tabs/Tabs.tsx';
import type { RunSession } from '../session/run-session.ts';
import { AnswerBar } from './AnswerBar.tsx';
import { DataTab } from './DataTab.tsx';
import { InputTab } from './InputTab.tsx';
import { Output } from './Output.tsx';
import { PaneResizer } from './PaneResizer.tsx';
import { outputHeight } from './run-settings.ts';
import { RunMenu } from './RunMenu.tsx';
import { RunSummary } from './RunSummary.tsx';
import { runTabsFor } from './run-tabs.ts';
import type { RunTab } from './run-tabs.ts';
import styles from './runs.module.css';
import type { MarkableEditor } from './useErrorMark.ts';

export interface RunPaneProps {
  session: RunSession;
  /** Language of the document. */
  language: string;
  tab: RunTab;
  onTab: (tab: RunTab) => void;
  editor: MarkableEditor | null;
  /** Fills the place of the editor, on a phone; the tabs are outside then. */
  isWhole: boolean;
  /** Leads from the output to the code. */
  onCode: () => void;
  /** Shows a line of a file; absent if there is one file. */
  onPlace?: (file: string, line: number | null) => void;
  /** Further controls of the head. */
  children?: ReactNode;
}

/** Output, input and data of runs, under the code. */
export function RunPane(props: RunPaneProps) {
  const { session, language, tab: chosen, onTab, editor, isWhole, onCode, onPlace, children } = props;
  const height = useStore(outputHeight);
  const id = useId();
  const tabs = runTabsFor(language);
  const tab = tabs.includes(chosen) ? chosen : 'Output';
  const goTo = (line: number, column: number | null) => {
    onCode();
    editor?.goTo(line, column);
  };
  const showPlace = (file: string, line: number | null) => {
    onCode();
    onPlace?.(file, line);
  };
  const leave = ({ key, target, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    // Not if a menu or the words of an input method are open, because they close with the same key.
    if (
      key !== 'Escape' ||
      isOfInputMethod(nativeEvent) ||
      (target instanceof Element && target.closest('[role=menu]'))
    )
      return;
    onCode();
    editor?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its controls are inside
    <section
      aria-label="Run"
      onKeyDown={leave}
      className={styles.pane}
      data-whole={isWhole}
      style={isWhole ? undefined : { height: `${height}%` }}
    >
      {!isWhole && <PaneResizer />}
      <div className={styles.head}>
        {!isWhole && <Tabs label="Run" names={tabs} chosen={tab} onChoose={onTab} id={id} size="sm" />}
        <RunSummary session={session} goTo={goTo} />
        {session.room.isInterviewer && <RunMenu session={session} />}
        {children}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-label={`${tab} of runs`} className={styles.panel}>
        {tab === 'Output' && (
          <>
            <Output session={session} editor={editor} onInput={() => onTab('Input')} onPlace={onPlace && showPlace} />
            <AnswerBar session={session} onLeave={() => !isWhole && editor?.focus()} />
          </>
        )}
        {tab === 'Input' && <InputTab session={session} />}
        {tab === 'Data' && <DataTab session={session} />}
      </div>
    </section>
  );
}
