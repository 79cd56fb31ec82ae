import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ListVideo from 'lucide-react/icons/list-video';
import Search from 'lucide-react/icons/search';
import Zap from 'lucide-react/icons/zap';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useAccount } from '../../features/auth/useAccount.ts';
import {
  interviewsQuery,
  nextInterviewsQuery,
  runningInterviewsQuery,
  searchedInterviewsQuery,
} from '../../features/interviews/interviews.queries.ts';
import { isOfInputMethod } from '../../shared/input-method.ts';
import { useScheme } from '../../shared/ui/theme/color-scheme.ts';
import { settingsOf } from '../settings/setting-groups.ts';
import { appCommands, findCommands, GROUPS, sessionCommands } from './commands.ts';
import type { Command, CommandPorts } from './commands.ts';
import styles from './palette.module.css';

interface CommandPaletteProps {
  onClose: () => void;
  onSignOut: () => void;
}

const LIST = 'commands';
/** Letters of a text from which on the server is searched too. */
const SEARCH_MIN = 2;
const PARTIAL = 'Nothing found. Search covers your latest sessions.';
const ICONS = { Sessions: ListVideo, 'Go to': ArrowRight, Actions: Zap };
const optionId = (index: number) => `command-${index}`;

/** Finds sessions by candidate, and everything that a signed-in user can open or do, by keyboard. */
export function CommandPalette({ onClose, onSignOut }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { app, sessions, isSearching, isPartial } = useCommands(text, onSignOut);
  const found = findCommands(text, app, sessions);
  const current = Math.min(at, found.length - 1);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    // Closed first, because it gives the focus back, which the next screen may take.
    dialog.current?.close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((current + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') choose(found[current]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className={styles.palette} aria-label="Search" onClose={onClose}>
      <div className={styles.field}>
        <Search size={18} aria-hidden />
        <input
          role="combobox"
          aria-label="Search sessions and actions"
          aria-expanded
          aria-controls={LIST}
          aria-activedescendant={found.length > 0 ? optionId(current) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Candidate, screen or action"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div role="listbox" id={LIST} aria-label="Results" className={styles.list}>
        {GROUPS.filter((group) => found.some((command) => command.group === group)).map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className={styles.group} aria-hidden>
              {group}
            </div>
            {found.map(
              (command, index) =>
                command.group === group && (
                  <Option key={command.id} {...{ command, index, choose }} isCurrent={index === current} />
                ),
            )}
          </div>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
        {found.length > 0
          ? `${found.length} found`
          : isSearching
            ? 'Searching…'
            : isPartial
              ? PARTIAL
              : 'Nothing found.'}
      </p>
    </dialog>
  );
}

interface OptionProps {
  command: Command;
  index: number;
  isCurrent: boolean;
  choose: (command: Command) => void;
}

/** The input keeps the focus; its keys choose too. */
function Option({ command, index, isCurrent, choose }: OptionProps) {
  const Icon = ICONS[command.group];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="option"
      id={optionId(index)}
      aria-selected={isCurrent}
      className={styles.option}
      onClick={() => choose(command)}
    >
      <Icon size={16} aria-hidden />
      <span>{command.label}</span>
      <small>{command.hint}</small>
    </div>
  );
}

/** Returns the results of the search: everything in the app, and the sessions that this page and the server find. */
function useCommands(text: string, signOut: () => void) {
  const { history } = useRouter();
  const { setMode: setScheme } = useScheme();
  const of = settingsOf(useAccount());
  const { data: newest } = useQuery(interviewsQuery(1));
  // Running and next sessions may be older than the newest page.
  const { data: running = [] } = useQuery(runningInterviewsQuery);
  const { data: next = [] } = useQuery(nextInterviewsQuery);
  const search = useDeferredValue(text.trim());
  const asked = useQuery({ ...searchedInterviewsQuery(search), enabled: search.length >= SEARCH_MIN });
  const known = [...(newest?.data ?? []), ...running, ...next, ...(asked.data ?? [])];
  const sessions = new Map(known.map((each) => [each.id, each]));
  const open: CommandPorts['open'] = (address, state) => history.push(address, state);
  return {
    app: appCommands({ open, signOut, setScheme }, of),
    sessions: sessionCommands([...sessions.values()], open, of.role),
    isSearching: search !== text.trim() || asked.isFetching,
    isPartial: asked.isError,
  };
}
