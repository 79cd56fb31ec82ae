import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import type { ReactNode } from 'react';
import { formatCount, formatDateTime, formatDay } from '../../shared/format.ts';
import { once } from '../../shared/once.ts';
import { COMPLETION_LABELS, TOOLS_LABELS } from '../../shared/rule-text.ts';
import styles from './receipts.module.css';

interface ReceiptFactsProps {
  receipt: Receipt;
  languageLabel: (language: string) => string;
}

const zone = once(() => new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }));

/** Returns a moment with the time zone of this device, such as 'Nov 20, 2026, 10:05 AM GMT+1'. */
function momentText(moment: string): string {
  const { value = '' } =
    zone()
      .formatToParts(new Date(moment))
      .find(({ type }) => type === 'timeZoneName') ?? {};
  return `${formatDateTime(moment)} ${value}`.trim();
}

type Fact = [label: string, value: ReactNode];

/** Renders the facts of a receipt. Times are in this device's time zone, which they name. */
export function ReceiptFacts({ receipt, languageLabel }: ReceiptFactsProps) {
  return (
    <div>
      <FactList facts={factsOf(receipt, languageLabel)} />
      <details>
        <summary className={styles.technical}>Technical details</summary>
        <FactList facts={technicalFactsOf(receipt, languageLabel)} />
      </details>
    </div>
  );
}

function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(receipt: Receipt, languageLabel: (language: string) => string): Fact[] {
  const { interview, candidate, edits, offline, contact } = receipt;
  return [
    ['Started', momentText(interview.from)],
    ['Ended', momentText(interview.to)],
    ['Languages', receipt.languages.map(languageLabel).join(', ')],
    ['Edits by the candidate', `${formatCount(edits.yours)} of ${formatCount(edits.all)}`],
    ['Company', interview.company],
    ['Interviewer', interview.interviewer],
    ['Candidate', candidate],
    ['AI rule', <Rules key="rules" rules={receipt.rules} />],
    ['Code completion', <Completions key="completions" completions={receipt.completions ?? []} />],
    ['All edits are kept', edits.all_kept ? 'Yes' : 'No, the company removed a part of the recording'],
    ['Offline', <Offline key="offline" times={offline} />],
    ['Kept', `Until ${receipt.kept_until ? formatDay(receipt.kept_until) : 'the company deletes it'}`],
    ['Contact', [contact.name, contact.company, contact.email ?? []].flat().filter(isNew).join(', ')],
  ];
}

/** Returns the facts that only a check needs. */
function technicalFactsOf(receipt: Receipt, languageLabel: (language: string) => string): Fact[] {
  const { interview, code, files, asides = [] } = receipt;
  return [
    ['SHA-256 of the final code', <code key="sha">{code.sha256}</code>],
    ...factsOfFiles('the final code', files),
    ...asides.flatMap(({ number, language, sha256, files: ofAside }): Fact[] => [
      [`SHA-256 of answer ${number}, put aside (${languageLabel(language)})`, <code key={number}>{sha256}</code>],
      ...factsOfFiles(`answer ${number}`, ofAside),
    ]),
    ['Issued', `${momentText(receipt.issued_at)} by ${receipt.site}`],
    ['Interview', <code key="id">{interview.id}</code>],
  ];
}

/** Returns the digests of a code's files besides the first, whose digest is the code's. */
const factsOfFiles = (of: string, files: Receipt['files'] = []): Fact[] =>
  files.slice(1).map(({ name, sha256 }) => [`SHA-256 of ${name} in ${of}`, <code key={name}>{sha256}</code>]);

// A company that interviews itself is named once.
const isNew = (text: string, index: number, all: string[]) => all.indexOf(text) === index;

function Rules({ rules }: Pick<Receipt, 'rules'>) {
  if (rules.length === 0) return 'No rule';
  return (
    <ul>
      {rules.map(({ since, tools, note }) => (
        <li key={since}>
          {tools === null ? 'No rule' : TOOLS_LABELS[tools]}
          {note !== null && `. ${note}`}
          {rules.length > 1 && ` (since ${momentText(since)})`}
        </li>
      ))}
    </ul>
  );
}

function Completions({ completions }: Required<Pick<Receipt, 'completions'>>) {
  if (completions.length === 0) return COMPLETION_LABELS.off;
  return (
    <ul>
      {completions.map(({ since, completion }) => (
        <li key={since}>
          {COMPLETION_LABELS[completion]} (since {momentText(since)})
        </li>
      ))}
    </ul>
  );
}

function Offline({ times }: { times: Receipt['offline'] }) {
  if (times.length === 0) return 'Never';
  return (
    <ul>
      {times.map(({ from, to }) => (
        <li key={`${from} ${to}`}>
          {momentText(from)} to {momentText(to)}
        </li>
      ))}
    </ul>
  );
}
