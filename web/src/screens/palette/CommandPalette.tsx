import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ListVideo from 'lucide-react/icons/list-video';
import X from 'lucide-react/icons/x';
import Zap from 'lucide-react/icons/zap';
import { useDeferredValue, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAccount } from '../../features/auth/useAccount.ts';
import {
  interviewsQuery,
  nextInterviewsQuery,
  runningInterviewsQuery,
  searchedInterviewsQuery,
} from '../../features/interviews/interviews.queries.ts';
import { ListSearchField } from '../search/ListSearchField.tsx';
import { useMarkedOption } from '../search/use-marked-option.ts';
import { Modal } from '../../shared/ui/overlay/Modal.tsx';
import { IconButton } from '../../shared/ui/plain/IconButton.tsx';
import { useScheme } from '../../shared/ui/theme/color-scheme.ts';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import { settingsOf } from '../settings/setting-groups.ts';
import { appCommands, findCommands, GROUPS, sessionCommands } from './commands.ts';
import type { Command, CommandPorts } from './commands.ts';
import styles from './palette.module.css';

/** A finger, so that there may be no keyboard. */
const COARSE = '(pointer: coarse)';

interface CommandPaletteProps {
  onClose: () => void;
  onSignOut: () => void;
}

const LIST = 'commands';
/** Letters of a text from which on the server is searched too. */
const SEARCH_MIN = 2;
const PARTIAL = 'Nothing found. Search covers your latest sessions.';
const ICONS = { Sessions: ListVideo, 'Go to': ArrowRight, Actions: Zap };
const optionId = ({ id }: Command) => `command-${encodeURIComponent(id)}`;

/** Finds sessions by candidate, and everything that a signed-in user can open or do, by keyboard. */
export function CommandPalette({ onClose, onSignOut }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const { app, sessions, isSearching, isPartial } = useCommands(text, onSignOut);
  const found = findCommands(text, app, sessions);
  const choose = (command: Command) => {
    // Closed first, because it gives the focus back, which the next screen may take.
    flushSync(onClose);
    command.run();
  };
  const marked = useMarkedOption(found, optionId, choose);
  const isCoarse = useMedia(COARSE);
  return (
    <Modal className={styles.palette} aria-label="Search" onClose={onClose}>
      <ListSearchField
        className={styles.field}
        label="Search sessions and actions"
        list={LIST}
        marked={marked.id}
        autoFocus
        placeholder="Candidate, screen or action"
        value={text}
        onChange={(typed) => {
          setText(typed);
          marked.markFirst();
        }}
        onKeyDown={marked.onKeyDown}
      >
        {isCoarse ? (
          <IconButton label="Close" size="sm" onClick={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        ) : (
          <kbd>Esc</kbd>
        )}
      </ListSearchField>
      <Results {...{ found, choose }} marked={marked.index} />
      <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
        {found.length > 0 ? `${found.length} found` : noneText(isSearching, isPartial)}
      </p>
    </Modal>
  );
}

interface ResultsProps {
  found: readonly Command[];
  marked: number;
  choose: (command: Command) => void;
}

function Results({ found, marked, choose }: ResultsProps) {
  return (
    <div role="listbox" id={LIST} aria-label="Results" className={styles.list}>
      {GROUPS.filter((group) => found.some((command) => command.group === group)).map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div className={styles.group} aria-hidden>
            {group}
          </div>
          {found.map(
            (command, index) =>
              command.group === group && (
                <Option key={command.id} {...{ command, choose }} isCurrent={index === marked} />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

function noneText(isSearching: boolean, isPartial: boolean): string {
  if (isSearching) return 'Searching…';
  return isPartial ? PARTIAL : 'Nothing found.';
}

interface OptionProps {
  command: Command;
  isCurrent: boolean;
  choose: (command: Command) => void;
}

/** The input keeps the focus; its keys choose too. */
function Option({ command, isCurrent, choose }: OptionProps) {
  const Icon = ICONS[command.group];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="option"
      id={optionId(command)}
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
    isPartial: asked.isError || asked.isPaused,
  };
}
