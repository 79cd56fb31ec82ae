import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { roleOf, useAccount } from '../../features/auth/useAccount.ts';
import {
  interviewsQuery,
  nextInterviewsQuery,
  runningInterviewsQuery,
} from '../../features/interviews/interviews.queries.ts';
import { isOfInputMethod } from '../../shared/input-method.ts';
import { useScheme } from '../../shared/ui/theme/use-scheme.ts';
import { appCommands, findCommands, sessionCommands } from './commands.ts';
import type { Command, CommandPorts } from './commands.ts';
import styles from './palette.module.css';

interface CommandPaletteProps {
  onClose: () => void;
  onSignOut: () => void;
}

const LIST = 'commands';
const optionId = (index: number) => `command-${index}`;

/** Finds sessions by candidate, and everything that a signed-in user can open or do, by keyboard. */
export function CommandPalette({ onClose, onSignOut }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = findCommands(text, ...useCommands(onSignOut));
  const current = Math.min(at, found.length - 1);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    // Closed first: it gives the focus back, which the next screen may take.
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
        {found.map((command, index) => (
          <Option key={command.id} {...{ command, index, choose }} isCurrent={index === current} />
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
        {found.length > 0 ? `${found.length} found` : 'Nothing found. Search covers your latest sessions.'}
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
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="option"
      id={optionId(index)}
      aria-selected={isCurrent}
      className={styles.option}
      onClick={() => choose(command)}
    >
      <span>{command.label}</span>
      <small>{command.hint}</small>
    </div>
  );
}

function useCommands(signOut: () => void): [Command[], Command[]] {
  const { history } = useRouter();
  const { setMode: setScheme } = useScheme();
  const role = roleOf(useAccount());
  const { data: newest } = useQuery(interviewsQuery(1));
  // What runs or comes next may be older than the newest page.
  const { data: running = [] } = useQuery(runningInterviewsQuery);
  const { data: next = [] } = useQuery(nextInterviewsQuery);
  const sessions = new Map([...(newest?.data ?? []), ...running, ...next].map((each) => [each.id, each]));
  const open: CommandPorts['open'] = (address, state) => history.push(address, state);
  return [appCommands({ open, signOut, setScheme }, role), sessionCommands([...sessions.values()], open, role)];
}
