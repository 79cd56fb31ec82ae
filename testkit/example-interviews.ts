import { randomUUID } from 'node:crypto';
import type { PlaybackEvent, PlaybackGap, PlaybackRun } from '@cip/contracts/playback/playback';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import type { RunPiece } from '@cip/contracts/runs/runs';
import { MINUTE_MS, Typist } from './typist.ts';

/** An invented interview, in milliseconds since its start. People are indexes, the candidate is the last. */
export interface ExampleInterview {
  typist: Typist;
  durationMs: number;
  events: PlaybackEvent[];
  runs: PlaybackRun[];
  gaps: PlaybackGap[];
}

type Pieces = Pick<RunPiece, 'stream' | 'text'>[];

/** The typist of a new document, and what a run of its text adds to the recording. */
function begin(clientIds: readonly number[] | undefined, language: string, candidate: number) {
  const typist = new Typist(clientIds);
  typist.put(0, null, 0, DEFAULT_CODE);
  const runs: PlaybackRun[] = [];
  const run = (minute: number, pieces: Pieces, { stdin = '', error = null as RunError | null } = {}) =>
    runs.push({
      id: randomUUID(),
      at: minute * MINUTE_MS,
      by: candidate,
      language,
      device: 'laptop',
      runner: candidate,
      editId: typist.edits.at(-1)?.id ?? 0,
      hash: '0'.repeat(64),
      isOffline: false,
      stdin,
      pieces: pieces.map((piece, seq) => ({ seq, at: 40, ...piece })),
      end: {
        reason: error ? 'failed' : 'finished',
        exitCode: error ? 1 : 0,
        ms: 62 + runs.length * 23,
        omitted: 0,
        tail: '',
        error,
        needsInput: false,
      },
    });
  return { typist, runs, run };
}

type RunError = NonNullable<NonNullable<PlaybackRun['end']>['error']>;

const out = (text: string): Pieces => [{ stream: 'out', text }];

/** Returns an error at the first place of a word. */
function errorAt({ text }: Typist, word: string, name: string, message: string): RunError {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  return { name, message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Returns acts between everyone's arrival, one after the other, and the departure of the candidate, in order. */
function eventsOf(people: number, leftAt: number, acts: (PlaybackEvent | PlaybackEvent[])[]): PlaybackEvent[] {
  const joined = Array.from({ length: people }, (_, by) => by);
  const events: PlaybackEvent[] = [
    { at: 0, by: 0, kind: 'opened', data: {} },
    ...joined.map((by) => ({ at: 900 + by * 41_000, by, kind: 'joined' as const, data: {} })),
    ...acts.flat(),
    { at: leftAt * MINUTE_MS, by: people - 1, kind: 'left', data: {} },
  ];
  return events.toSorted((one, other) => one.at - other.at);
}

const chosen = (minute: number, language: string): PlaybackEvent => ({
  at: minute * MINUTE_MS,
  by: 0,
  kind: 'language',
  data: { language },
});

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

/** Returns 47 minutes in Python with one interviewer, four runs and an offline period. */
export function mergeIntervals(clientIds?: readonly number[]): ExampleInterview {
  const [maya, ada] = [0, 1];
  const { typist, runs, run } = begin(clientIds, 'python', ada);
  typist.put(1.6, maya, 0, TASK, DEFAULT_CODE.length);
  typist.type(5, ada, TASK.length, FIRST.slice(0, 60));
  typist.type(8.5, ada, TASK.length + 60, FIRST.slice(60, 180));
  typist.type(13, ada, TASK.length + 180, FIRST.slice(180));
  run(17.2, out('[[1, 6], [8, 10]]\n[[1, 6]]\n'));
  typist.type(19, maya, TASK.length, '# What happens with the second call?\n');
  typist.replace(22, ada, '= end\n', '= max(merged[-1][1], end)\n');
  typist.replace(26, ada, 'in intervals:', 'in sort(intervals):');
  run(29.3, [], { error: errorAt(typist, 'sort(', 'NameError', "name 'sort' is not defined") });
  typist.replace(30.2, ada, 'sort(', 'sorted(');
  run(32, out('[[1, 6], [8, 10]]\n[[1, 9]]\n'));
  const notes = '\n\n# O(n log n): the sort decides.\n# In place: O(1) beside the result.\nassert merge([]) == []\n';
  typist.put(39.6, ada, typist.length, notes);
  typist.type(41, ada, typist.length, 'assert merge([[1, 1]]) == [[1, 1]]\n');
  run(43.5, out('[[1, 6], [8, 10]]\n[[1, 9]]\n'));
  const events = eventsOf(2, 45.8, [chosen(1.1, 'python')]);
  const gaps = [{ by: ada, from: 36.2 * MINUTE_MS, to: 39.7 * MINUTE_MS }];
  return { typist, durationMs: 46.4 * MINUTE_MS, events, runs, gaps };
}

/** A question of the library in an interview: its id, and the starter that the interviewer inserts. */
export interface ExampleQuestion {
  id: string;
  starter: string;
}

/** When a question is shown, and when an interviewer counts its tests, which all pass (minutes). */
function asked(
  { id }: ExampleQuestion,
  shownAt: number,
  testedAt: number,
  [total, hidden]: [shown: number, hidden: number],
): PlaybackEvent[] {
  const data = { id, number: 1 };
  const counts = { passed: total, total, hidden: { passed: hidden, total: hidden } };
  return [
    { at: shownAt * MINUTE_MS, by: 0, kind: 'question_shown', data },
    { at: testedAt * MINUTE_MS, by: 0, kind: 'tests_run', data: { ...data, ...counts } },
  ];
}

const VIEW = { stream: 'out' as const, text: 'CREATE VIEW\n' };
const rowsOf = (...rows: [id: string, name: string][]): Pieces => [
  VIEW,
  { stream: 'table', text: JSON.stringify({ columns: ['id', 'name'], rows, total: rows.length }) },
];
const JOIN = "\nLEFT JOIN orders ON orders.customer_id = customers.id\nWHERE status = 'cancelled'";
const NOT_EXISTS =
  "\nWHERE NOT EXISTS (\n  SELECT FROM orders\n  WHERE orders.customer_id = customers.id AND status <> 'cancelled'\n)";
const EVERYBODY = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra'];

/** Returns 38 minutes of SQL with two interviewers, on the library's customers without an order. */
export function quietCustomers(clientIds: readonly number[], question: ExampleQuestion): ExampleInterview {
  const [maya, tomas, grace] = [0, 1, 2];
  const { typist, runs, run } = begin(clientIds, 'sql', grace);
  typist.put(2.5, maya, 0, question.starter, DEFAULT_CODE.length);
  typist.type(5, grace, typist.length, '\nSELECT * FROM quiet_customers;\n');
  run(5.9, rowsOf(...EVERYBODY.map((name, index): [string, string] => [`${index + 1}`, name])));
  typist.typeAfter(7.5, grace, 'FROM customers', JOIN);
  const ambiguous = errorAt(typist, 'id, name', 'Error', 'column reference "id" is ambiguous');
  run(10, [{ stream: 'err', text: `Error in line ${ambiguous.line}: ${ambiguous.message}\n` }], { error: ambiguous });
  typist.typeAfter(11, grace, 'SELECT ', 'customers.');
  run(12, rowsOf(['3', 'Alan Turing']));
  typist.type(13.5, tomas, 0, '-- And somebody who never ordered anything?\n');
  typist.replace(16.5, grace, JOIN, NOT_EXISTS);
  run(20.2, rowsOf(['5', 'Edsger Dijkstra'], ['3', 'Alan Turing']));
  typist.type(28, grace, typist.length, '\n-- An index on orders (customer_id) would serve the inner query.\n');
  const events = eventsOf(3, 37.4, [asked(question, 2.2, 22, [1, 4])]);
  return { typist, durationMs: 38.1 * MINUTE_MS, events, runs, gaps: [] };
}

const STAYS = '08:00 08:20\n08:00 08:45\n09:10 11:30\n';

/** Returns 23 minutes of JavaScript with one interviewer: the library's parking fee is repaired. */
export function parkingFee(clientIds: readonly number[], question: ExampleQuestion): ExampleInterview {
  const [tomas, alan] = [0, 1];
  const { typist, runs, run } = begin(clientIds, 'javascript', alan);
  typist.put(1.5, tomas, 0, question.starter, DEFAULT_CODE.length);
  run(3, out('0.00\n2.50\n7.50\n'), { stdin: STAYS });
  typist.typeAfter(5.5, alan, 'stay <', '=');
  run(6.5, out('5.00\n'), { stdin: '10:00 11:00\n' });
  typist.replace(8, alan, 'floor(stay / 60) + 1', 'ceil(stay / 60)');
  run(9.4, out('2.50\n'), { stdin: '10:00 11:00\n' });
  typist.type(12, tomas, typist.text.indexOf('function feeOf'), '// And from 23:30 to 00:15?\n');
  typist.replace(14.5, alan, 'minutesOf(exit) - minutesOf(entry)', '(minutesOf(exit) - minutesOf(entry) + DAY) % DAY');
  const unknown = errorAt(typist, 'DAY', 'ReferenceError', 'DAY is not defined');
  const place = `main.js:${unknown.line}:${unknown.column}`;
  const stack = `Uncaught ReferenceError: DAY is not defined\n    at feeOf (${place})\n    at main.js:18:15\n`;
  run(16.4, [{ stream: 'err', text: stack }], { stdin: '23:30 00:15\n', error: unknown });
  typist.typeAfter(17.5, alan, "split('\\n');\n", '\nconst DAY = 24 * 60;\n');
  run(18.6, out('2.50\n'), { stdin: '23:30 00:15\n' });
  const events = eventsOf(2, 22.2, [chosen(0.9, 'javascript'), asked(question, 1.3, 20, [2, 4])]);
  return { typist, durationMs: 22.7 * MINUTE_MS, events, runs, gaps: [] };
}
