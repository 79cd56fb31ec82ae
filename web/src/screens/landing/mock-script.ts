/** A participant of the mock session; `you` is the visitor, who types into it. */
export type Peer = 'interviewer' | 'candidate' | 'you';

/** A line of the mock session, with the cursor that is in it. */
export interface MockLine {
  text: string;
  cursor: Peer | null;
}

interface ScriptLine {
  by: Peer;
  text: string;
  /** The tick of its first letter; one letter per tick. */
  from: number;
}

/** Each fits beside its writer's name on a phone. */
const SCRIPT: ScriptLine[] = [
  { by: 'interviewer', text: '-- Which customers came back this month?', from: 0 },
  { by: 'interviewer', text: '-- orders(customer_id, placed_at)', from: 60 },
  { by: 'candidate', text: 'SELECT c.name, COUNT(*) AS orders', from: 10 },
  { by: 'candidate', text: 'FROM orders o', from: 44 },
  { by: 'candidate', text: 'JOIN customers c USING (customer_id)', from: 58 },
  { by: 'candidate', text: "WHERE placed_at >= DATE '2026-11-01'", from: 95 },
  { by: 'candidate', text: 'GROUP BY c.name', from: 134 },
  { by: 'candidate', text: 'HAVING COUNT(*) > 1;', from: 150 },
  { by: 'interviewer', text: '-- Nice. Which index would help?', from: 164 },
];
const WRITERS: Peer[] = ['interviewer', 'candidate'];

/** The status while the interviewer writes (spec section 2). */
export const TYPING = 'Interviewer is typing...';

/** The first tick shown: some code is there before any script runs, and both participants are writing. */
export const SCRIPT_START = 80;
/** The tick of a still: the interviewer is writing the last line. */
export const SCRIPT_STILL = 186;
/** The tick at which all lines are complete. */
export const SCRIPT_END = Math.max(...SCRIPT.map(({ from, text }) => from + text.length));

/** Returns the lines of the script at a tick. */
export function linesAt(tick: number): MockLine[] {
  const places = WRITERS.map((peer) => SCRIPT.findLastIndex(({ by, from }) => by === peer && from <= tick));
  return SCRIPT.map(({ by, text, from }, index) => ({
    text: text.slice(0, Math.max(0, tick - from)),
    cursor: places.includes(index) ? by : null,
  }));
}

/** Returns whether the interviewer is writing at a tick. */
export function isInterviewerTyping(tick: number): boolean {
  return SCRIPT.some(({ by, text, from }) => by === 'interviewer' && from <= tick && tick < from + text.length);
}

const PIECES = /(--.*$|'[^']*'|\b(?:SELECT|FROM|JOIN|USING|ON|WHERE|DATE|GROUP BY|HAVING|COUNT|AS)\b|\b\d+\b)/gi;

/** Splits a line into tokens for highlighting. */
export function tokenize(line: string): { text: string; kind: 'comment' | 'string' | 'keyword' | 'plain' }[] {
  return line.split(PIECES).map((text, index) => {
    // Every second piece is a match.
    if (index % 2 === 0) return { text, kind: 'plain' };
    if (text.startsWith('--')) return { text, kind: 'comment' };
    return { text, kind: /^['\d]/.test(text) ? 'string' : 'keyword' };
  });
}
