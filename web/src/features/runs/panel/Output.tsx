import type { RunEnd } from '@cip/contracts/runs/runs';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from '../../../shared/store.ts';
import { formatCount } from '../../../shared/format.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { RunSession } from '../session/run-session.ts';
import { LookalikeNote } from './LookalikeNote.tsx';
import { OutputBlocks } from './OutputBlocks.tsx';
import { OutputText } from './OutputText.tsx';
import { DownloadBar } from './DownloadBar.tsx';
import { RunOfferNote } from './RunOfferNote.tsx';
import { TestTree } from '../tests/TestTree.tsx';
import { isExplained } from './run-settings.ts';
import { endText, loadingText, NOTHING_TO_RUN, progressText, tellsByTests } from './run-text.ts';
import styles from './runs.module.css';
import type { MarkableEditor } from './useErrorMark.ts';
import { useDownload } from './useDownload.ts';

/** Distance from the end within which new output is followed (CSS pixels). */
const FOLLOW_WITHIN_PX = 40;
/** The parts of languages that browsers do not have. */
const LACKS: Readonly<Record<string, string>> = {
  'c++': 'C++ here has no exceptions.',
  typescript: 'Types are not checked here.',
};
const IS_MAC = /^(Mac|iP)/.test(navigator.platform);

interface OutputProps {
  session: RunSession;
  editor: MarkableEditor | null;
  onInput: () => void;
  /** Shows a line of a file. */
  onPlace?: ((file: string, line: number | null) => void) | undefined;
}

/** The output of the room's latest run. Screen readers get one sentence at its end instead of every piece. */
export function Output({ session, editor, onInput, onPlace }: OutputProps) {
  const { run, pieces, isCleared, offer, isNothing, stoppedBy } = useStore(session.store);
  const end = run?.end ?? null;
  const log = useFollowedEnd(run?.id, pieces, end);
  // An offer is about the last press; the output before it is of something else.
  const isEmpty = isCleared || run === null || offer !== null || isNothing;
  const isOnEngine = run?.runner?.device === 'engine';
  const isExplaining = useExplanation(end !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div ref={log} role="log" aria-label="Output" aria-live="off" tabIndex={0} className={styles.log}>
      {isExplaining && (
        <p className={styles.note}>
          {!session.room.isAlone && 'Everyone here sees the output. '}
          {`Runs in a sandbox${isOnEngine ? ' on a server' : ''}: no network, no files.`}
        </p>
      )}
      <LanguageNote session={session} />
      {offer && <RunOfferNote session={session} offer={offer} />}
      {isNothing && <p className={styles.note}>{NOTHING_TO_RUN}</p>}
      {isEmpty && !offer && !isNothing && <Invitation session={session} />}
      {!isEmpty && (
        <>
          {end && run.tests && <Tests key={run.id} end={end} onPlace={onPlace} />}
          <Pieces session={session} />
          {end !== null && end.omitted > 0 && (
            <p className={styles.note}>{formatCount(end.omitted)} characters are left out here.</p>
          )}
          {end !== null && end.tail !== '' && <OutputText text={end.tail} stream="out" />}
          {run && end && isSaid(end) && (
            <p className={styles.note}>{endText({ ...run, end }, session.room.labelOf(run.language), stoppedBy)}</p>
          )}
          {end?.error && <ErrorMessage session={session} message={end.error.message} />}
          {run && end?.error && <LookalikeNote session={session} run={run} line={end.error.line} editor={editor} />}
          {end?.needsInput && (
            <p className={styles.note}>
              The program asked for more input.{' '}
              <Button size="sm" look="quiet" onClick={onInput}>
                Add input
              </Button>
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Invitation({ session }: { session: RunSession }) {
  return (
    <p className={styles.note}>
      Press Run to see the output here.
      {session.room.device === 'laptop' && <kbd>{IS_MAC ? '⌘ Enter' : 'Ctrl+Enter'}</kbd>}
    </p>
  );
}

/** Says what the room's language lacks where it runs. An engine, if there is one, runs C++ with exceptions. */
function LanguageNote({ session }: { session: RunSession }) {
  const language = useStore(session.room.state, (state) => state.language);
  const isConnected = useStore(session.room.state, (state) => state.isConnected);
  const onEngine = useStore(session.store, (state) => state.engineLanguages);
  const lacks = LACKS[language];
  if (lacks === undefined || (language === 'c++' && isConnected && onEngine.includes(language))) return null;
  return <p className={styles.note}>{lacks}</p>;
}

function Tests({ end, onPlace }: Pick<OutputProps, 'onPlace'> & { end: RunEnd }) {
  if (end.tests) return <TestTree tests={end.tests} onPlace={onPlace} />;
  return isSaid(end) ? null : <p className={styles.note}>The results of the tests did not arrive.</p>;
}

function Pieces({ session }: { session: RunSession }) {
  const state = useStore(session.store);
  const download = useDownload(state);
  const { run, pieces } = state;
  if (run && run.end === null && pieces.length === 0) {
    if (state.ask !== null) return null;
    const language = session.room.labelOf(run.language);
    if (download) return <DownloadBar download={download} language={language} />;
    const text = loadingText(state, run, language, true) || progressText(state, run, language);
    return <p className={styles.note}>{text}</p>;
  }
  if (run?.end?.reason === 'finished' && !run.tests && pieces.length === 0 && run.end.tail === '')
    return <p className={styles.note}>The program printed nothing.</p>;
  return <OutputBlocks pieces={pieces} />;
}

/** A place in another file than the first one, behind the message of an error. */
const PLACE = / \([^\s()]+:\d+\)$/;

/** The error's message, if the program's own output does not have it. */
function ErrorMessage({ session, message }: { session: RunSession; message: string }) {
  const { pieces, run } = useStore(session.store);
  const output = pieces.map(({ text }) => text).join('') + (run?.end?.tail ?? '');
  return output.includes(message.replace(PLACE, '').trim()) ? null : (
    <OutputText text={`\n${message}\n`} stream="err" />
  );
}

/** Whether to explain the limits of runs, until the user has seen an output to its end. */
function useExplanation(hasEnd: boolean): boolean {
  useEffect(() => {
    if (!hasEnd) return;
    return () => isExplained.set(true);
  }, [hasEnd]);
  return !useStore(isExplained);
}

/** Whether an end needs words under the output; success and an error of the program need none. */
function isSaid(end: RunEnd): boolean {
  const { reason, error } = end;
  if (tellsByTests(end)) return false;
  return reason !== 'finished' && !(reason === 'failed' && error !== null);
}

/** Keeps the end in view while the user has not scrolled away from it in this run, and shows tests from the first. */
function useFollowedEnd(runId: string | undefined, pieces: unknown, end: RunEnd | null) {
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const note = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOW_WITHIN_PX;
    };
    element.addEventListener('scroll', note);
    return () => element.removeEventListener('scroll', note);
  }, []);
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [runId]);
  // The end brings the omitted output, and the last characters.
  useLayoutEffect(() => {
    if (log.current && isAtEnd.current) log.current.scrollTop = end?.tests ? 0 : log.current.scrollHeight;
  }, [runId, pieces, end]);
  return log;
}
