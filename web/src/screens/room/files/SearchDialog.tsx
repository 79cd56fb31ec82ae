import X from 'lucide-react/icons/x';
import { useDeferredValue, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCountOf } from '../../../shared/format.ts';
import { ListSearchField } from '../../search/ListSearchField.tsx';
import { useMarkedOption } from '../../search/use-marked-option.ts';
import { Modal } from '../../../shared/ui/overlay/Modal.tsx';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import type { EditorRoom } from '../live/editor-room.ts';
import { LINES_MAX, searchFiles } from './search-files.ts';
import type { FoundFile, FoundLine } from './search-files.ts';
import styles from './search-files.module.css';
import { showFile } from './show-file.ts';
import { useSearchedFiles } from './useSearchedFiles.ts';

export interface SearchDialogProps {
  room: EditorRoom;
  /** The text that was searched before. */
  text: string;
  onSearch: (text: string) => void;
  onClose: () => void;
}

/** Searches a text in all files of a room; the arrow keys choose among its places, and Enter shows one. */
export function SearchDialog({ room, text, onSearch, onClose }: SearchDialogProps) {
  const id = useId();
  const [isCaseExact, setCaseExact] = useState(false);
  const found = searchFiles(useSearchedFiles(room), useDeferredValue(text), isCaseExact);
  const lines = found.flatMap((file) => file.lines);
  const choose = (place: FoundLine) => {
    // Closed first, because the focus returns then.
    flushSync(onClose);
    showFile(room, place.root, (editor) => {
      editor.goTo(place.line, place.column);
      editor.focus();
    });
  };
  const marked = useMarkedOption(lines, (line) => optionId(id, line), choose);
  return (
    <Modal role="dialog" aria-label="Search files" className={styles.dialog} onClose={onClose}>
      <ListSearchField
        className={styles.field}
        label="Search files"
        list={id}
        marked={marked.id}
        autoCapitalize="off"
        autoFocus
        placeholder="Text in any file"
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={(typed) => {
          onSearch(typed);
          marked.markFirst();
        }}
        onKeyDown={marked.onKeyDown}
      >
        <button
          type="button"
          className={styles.case}
          aria-label="Match case"
          title="Match case"
          aria-pressed={isCaseExact}
          onClick={() => setCaseExact(!isCaseExact)}
        >
          Aa
        </button>
        <IconButton label="Close" size="sm" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </ListSearchField>
      <Results {...{ id, found, choose }} marked={marked.id} />
      <p role="status" className={styles.status}>
        {summaryOf(text, found, lines.length)}
      </p>
    </Modal>
  );
}

interface ResultsProps {
  id: string;
  found: readonly FoundFile[];
  /** The id of the option that Enter chooses. */
  marked: string | undefined;
  choose: (place: FoundLine) => void;
}

const optionId = (id: string, { root, line }: FoundLine) => `${id}-${root}-${line}`;

function Results({ id, found, marked, choose }: ResultsProps) {
  return (
    // A press on the list leaves the focus in the field.
    <div
      role="listbox"
      id={id}
      aria-label="Found lines"
      tabIndex={-1}
      className={styles.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map(({ name, lines }) => (
        <div key={name} role="group" aria-label={name}>
          <div className={styles.name} aria-hidden>
            {name}
            <span>{lines.length}</span>
          </div>
          {lines.map((place) => {
            const option = optionId(id, place);
            return <Place key={option} id={option} isCurrent={option === marked} {...{ place, choose }} />;
          })}
        </div>
      ))}
    </div>
  );
}

interface PlaceProps {
  id: string;
  place: FoundLine;
  isCurrent: boolean;
  choose: (place: FoundLine) => void;
}

/** The field keeps the focus; its keys choose too. */
function Place({ id, place, isCurrent, choose }: PlaceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div role="option" id={id} aria-selected={isCurrent} className={styles.place} onClick={() => choose(place)}>
      <span className={styles.line}>{place.line}</span>
      <code>{place.parts.map(({ text, isFound }, nth) => (isFound ? <mark key={nth}>{text}</mark> : text))}</code>
    </div>
  );
}

function summaryOf(text: string, found: readonly FoundFile[], lines: number): string {
  if (text === '') return 'Searches the text of every file.';
  if (lines === 0) return 'No file has this text.';
  if (lines === LINES_MAX) return `The first ${LINES_MAX} lines. Type more to narrow the search.`;
  return `${formatCountOf(lines, 'line')} in ${formatCountOf(found.length, 'file')}`;
}
