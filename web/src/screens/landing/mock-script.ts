/** The writer of a line of the mock session. */
export type Peer = 'interviewer' | 'candidate';

interface MockLine {
  by: Peer;
  text: string;
  /** The tick of its first letter; one letter per tick. */
  from: number;
}

const LINES: [Peer, string][] = [
  ['interviewer', '-- Which customers came back this month?'],
  ['candidate', 'SELECT c.name, COUNT(*) AS orders'],
  ['candidate', 'FROM orders o'],
  ['candidate', 'JOIN customers c ON c.id = o.customer_id'],
  ['candidate', "WHERE o.placed_at >= DATE '2026-11-01'"],
  ['candidate', 'GROUP BY c.name'],
  ['candidate', 'HAVING COUNT(*) > 1;'],
  ['interviewer', ''],
  ['interviewer', '-- Nice. Which index would help here?'],
];

/** The candidate starts this many ticks after the interviewer; both then write at the same time. */
const CANDIDATE_AFTER = 30;
/** The interviewer's pause before the last question (ticks). */
const SECOND_QUESTION_AT = 150;

/** The first tick shown: some code is there before any script runs. */
export const MOCK_START = 118;

/** The mock session: every line with its writer and tick. */
export const MOCK_LINES: MockLine[] = schedule();
/** The tick at which all lines are complete. */
export const MOCK_END = Math.max(...MOCK_LINES.map(({ from, text }) => from + text.length));

function schedule(): MockLine[] {
  const next: Record<Peer, number> = { interviewer: 0, candidate: CANDIDATE_AFTER };
  return LINES.map(([by, text], index) => {
    const from = by === 'interviewer' && index > 0 ? Math.max(next[by], SECOND_QUESTION_AT) : next[by];
    next[by] = from + text.length + 1;
    return { by, text, from };
  });
}

/** Returns the line of a peer's cursor at a tick. */
export function cursorLine(peer: Peer, tick: number): number {
  return MOCK_LINES.findLastIndex(({ by, from }) => by === peer && from <= tick);
}

const PIECES = /(--.*$|'[^']*'|\b(?:SELECT|FROM|JOIN|ON|WHERE|DATE|GROUP BY|HAVING|COUNT|AS)\b|\b\d+\b)/g;

/** Splits a line into tokens for highlighting. */
export function paint(line: string): { text: string; kind: 'comment' | 'string' | 'keyword' | 'plain' }[] {
  return line.split(PIECES).map((text) => {
    if (text.startsWith('--')) return { text, kind: 'comment' };
    if (text.startsWith("'") || /^\d+$/.test(text)) return { text, kind: 'string' };
    return { text, kind: /^[A-Z]+( BY)?$/.test(text) ? 'keyword' : 'plain' };
  });
}
