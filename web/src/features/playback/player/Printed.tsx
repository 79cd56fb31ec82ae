import { useIsPrinting } from '../../../shared/ui/use-is-printing.ts';
import { clockText } from '../../../shared/clock-text.ts';
import { codeTokens } from '../replay/code-tokens.ts';
import { finalFiles } from '../replay/files-at.ts';
import { ColoredCode } from './ColoredCode.tsx';
import { latestRun } from './latest-run.ts';
import type { PlayerPage, PlayerParts } from './player-parts.ts';
import styles from './printed.module.css';
import { Questions } from './beside/Questions.tsx';
import { Scorecards } from './beside/Scorecards.tsx';
import type { Playback } from './usePlayback.ts';

interface PrintedProps {
  playback: Playback;
  parts: PlayerParts;
  page: PlayerPage;
}

/** The printed parts of a recording: facts, final code, last result and moments. Screens do not show it. */
export function Printed(props: PrintedProps) {
  return useIsPrinting() && <Pages {...props} />;
}

function Pages({ playback: { recording, moments }, parts, page }: PrintedProps) {
  const { Output, QuestionText, fileLanguage, languageLabel, runText } = parts;
  const { head } = recording;
  const files = finalFiles(recording);
  const run = latestRun(recording, Infinity, false);
  const names = head.participants.map(({ name }) => name);
  const { questions, scorecards } = page.printed ?? recording.extras;
  return (
    <article className={styles.printed}>
      <h1>{page.title}</h1>
      <p>{page.facts.join(' · ')}</p>
      <p>Participants: {names.join(', ')}</p>
      <Questions questions={questions} level={2} QuestionText={QuestionText} />
      <h2>Final code, {languageLabel(head.language)}</h2>
      {files.map(({ root, name, content }) => (
        <section key={root}>
          {files.length > 1 && <h3>{name}</h3>}
          <pre>
            <ColoredCode tokens={codeTokens(content, fileLanguage(name, head.language))} />
          </pre>
        </section>
      ))}
      {run && (
        <>
          <h2>Last result</h2>
          <p>{runText(run.run, names)}</p>
          <div className={styles.result}>
            <Output {...run} />
          </div>
        </>
      )}
      <h2>Moments</h2>
      <ol>
        {moments
          .filter(({ isOwn = false }) => !isOwn)
          .map(({ ms, by, text }, index) => (
            <li key={index}>
              {clockText(ms)} {by === null ? '' : `${names[by] ?? ''}: `}
              {text}
            </li>
          ))}
      </ol>
      <Scorecards scorecards={scorecards} level={2} />
    </article>
  );
}
