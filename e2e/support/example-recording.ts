import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/rooms/documents';
import { encodeFrame, type PlaybackFrame } from '@cip/contracts/playback/playback-format';
import type { PlaybackEdit, PlaybackEvent, PlaybackHead, PlaybackRun } from '@cip/contracts/playback/playback';
import * as Y from 'yjs';

const MINUTE_MS = 60_000;
const KEY_MS = 420;
const [MAYA, ADA] = [0, 1];

const TASK = `# Merge overlapping intervals.
# merge([[1, 3], [2, 6], [8, 10]]) returns [[1, 6], [8, 10]]
# Intervals come in no order.
`;

const FIRST = `

def merge(intervals):
    merged = []
    for start, end in intervals:
        if merged and start <= merged[-1][1]:
            merged[-1][1] = end
        else:
            merged.append([start, end])
    return merged


print(merge([[1, 3], [2, 6], [8, 10]]))
print(merge([[1, 9], [2, 6]]))
`;

/** Types a document as two participants do, and notes each edit with its time. */
export class Typist {
  readonly edits: PlaybackEdit[] = [];
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  at = 0;
  by: number | null = null;

  constructor() {
    this.#doc.on('update', (bytes: Uint8Array) =>
      this.edits.push({ id: this.edits.length + 1, at: this.at, by: this.by, bytes }),
    );
  }

  get text(): string {
    return this.#text.toJSON();
  }

  /** Length of the text, without its cost. */
  get length(): number {
    return this.#text.length;
  }

  insert(at: number, text: string): void {
    this.#text.insert(at, text);
  }

  /** Deletes the character at a place. */
  remove(at: number): void {
    this.#text.delete(at, 1);
  }

  /** Inserts a text in one edit. */
  put(minute: number, by: number | null, at: number, text: string): void {
    [this.at, this.by] = [Math.max(this.at, minute * MINUTE_MS), by];
    this.#text.insert(at, text);
  }

  /** Types a text key by key, with a pause after each line. */
  type(minute: number, by: number, at: number, text: string): void {
    [this.at, this.by] = [Math.max(this.at, minute * MINUTE_MS), by];
    [...text].forEach((key, index) => {
      this.#text.insert(at + index, key);
      this.at += key === '\n' ? 4 * KEY_MS : KEY_MS + ((index * 37) % 90);
    });
  }

  /** Replaces a text by another one, which is typed. */
  replace(minute: number, by: number, text: string, other: string): void {
    const at = this.text.indexOf(text);
    [this.at, this.by] = [Math.max(this.at, minute * MINUTE_MS), by];
    for (let left = text.length; left > 0; left--) {
      this.#text.delete(at + left - 1, 1);
      this.at += KEY_MS;
    }
    this.type(minute, by, at, other);
  }
}

/**
 * Returns an interview of 47 minutes with two participants, three runs and an offline period, as the server sends it;
 * with `changes` of its head and further frames.
 */
export function exampleRecording(changes: Partial<PlaybackHead> = {}, further: PlaybackFrame[] = []): Buffer {
  const typist = new Typist();
  typist.put(0, null, 0, '-- Write your SQL query here\n');
  typist.replace(1.2, MAYA, '-- Write your SQL query here\n', '');
  typist.put(1.6, MAYA, 0, TASK);
  typist.type(5, ADA, TASK.length, FIRST.slice(0, 60));
  typist.type(8.5, ADA, TASK.length + 60, FIRST.slice(60, 180));
  typist.type(13, ADA, TASK.length + 180, FIRST.slice(180));
  const first = runOf(typist, 17.2, ['[[1, 6], [8, 10]]\n[[1, 6]]\n'], null);
  typist.type(19, MAYA, TASK.length, '# What happens with the second call?\n');
  typist.replace(22, ADA, '= end\n', '= max(merged[-1][1], end)\n');
  typist.replace(26, ADA, 'in intervals:', 'in sort(intervals):');
  const second = runOf(typist, 29.3, [], {
    name: 'NameError',
    message: "name 'sort' is not defined",
    line: 9,
    column: 23,
  });
  typist.replace(30.2, ADA, 'sort(', 'sorted(');
  const third = runOf(typist, 32, ['[[1, 6], [8, 10]]\n[[1, 9]]\n'], null);
  typist.put(
    39.6,
    ADA,
    typist.text.length,
    '\n\n# O(n log n): the sort decides.\n# In place: O(1) beside the result.\nassert merge([]) == []\n',
  );
  typist.type(41, ADA, typist.text.length, 'assert merge([[1, 1]]) == [[1, 1]]\n');
  const fourth = runOf(typist, 43.5, ['[[1, 6], [8, 10]]\n[[1, 9]]\n'], null);
  const events: PlaybackEvent[] = [
    { at: 0, by: MAYA, kind: 'opened', data: {} },
    { at: 900, by: MAYA, kind: 'joined', data: {} },
    { at: 0.7 * MINUTE_MS, by: ADA, kind: 'joined', data: {} },
    { at: 1.1 * MINUTE_MS, by: MAYA, kind: 'language', data: { language: 'python' } },
    { at: 45.8 * MINUTE_MS, by: ADA, kind: 'left', data: {} },
  ];
  return Buffer.concat([
    encoded({ kind: 'head', head: { ...headOf(typist), ...changes } }),
    encoded({ kind: 'events', events }),
    encoded({ kind: 'runs', runs: [first, second, third, fourth] }),
    ...further.map(encoded),
    encoded({ kind: 'edits', edits: typist.edits }),
    encoded({ kind: 'end' }),
  ]);
}

const encoded = (frame: PlaybackFrame) => Buffer.from(encodeFrame(frame));

/** Returns the head of the typed document. */
export function headOf({ text, edits }: Typist): PlaybackHead {
  return {
    version: 1,
    startedAt: '2026-11-17T14:00:00.000Z',
    durationMs: 46.4 * MINUTE_MS,
    companyName: 'Analytical Engines',
    interviewerName: 'Maya Okafor',
    candidateName: 'Ada Lovelace',
    participants: [
      { name: 'Maya Okafor', type: 'interviewer' },
      { name: 'Ada Lovelace', type: 'candidate' },
    ],
    gaps: [{ by: ADA, from: 36.2 * MINUTE_MS, to: 39.7 * MINUTE_MS }],
    closed: [],
    hasTimeline: true,
    firstLanguage: 'sql',
    language: 'python',
    text,
    edits: 'included',
    editCount: edits.length,
    dataSet: null,
  };
}

type RunError = NonNullable<NonNullable<PlaybackRun['end']>['error']>;

function runOf({ edits }: Typist, minute: number, output: string[], error: RunError | null): PlaybackRun {
  const pieces = output.map((text, seq) => ({ seq, at: 40, stream: 'out' as const, text }));
  const reason = error ? ('failed' as const) : ('finished' as const);
  return {
    id: randomUUID(),
    at: minute * MINUTE_MS,
    by: ADA,
    language: 'python',
    device: 'laptop',
    runner: ADA,
    editId: edits.at(-1)?.id ?? 0,
    hash: '0'.repeat(64),
    isOffline: false,
    stdin: '',
    pieces,
    end: { reason, exitCode: error ? 1 : 0, ms: 62, omitted: 0, tail: '', error, needsInput: false },
  };
}
