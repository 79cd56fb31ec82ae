/** The answers of the mock session's interviewer, by words in the visitor's line. */
const ANSWERS: [RegExp, string][] = [
  [/^\W*(hi|hello|hey|good (morning|day|evening))\b/i, '-- Hello! Have a look at the query above.'],
  [/\bindex\b.*(placed_at|customer_id)/i, '-- Good. What does it cost on insert?'],
  [/\bindex\b/i, '-- Yes. On which columns?'],
  [/placed_at|customer_id/i, '-- Right. Which of the two comes first?'],
  [/\b(test|null|empty|edge|duplicate)/i, '-- Good catch. Show me.'],
  [/\b(select|from|where|join|group|having|order|limit|with)\b/i, '-- That reads well. Is it fast enough?'],
  [/\b(slow|fast|explain|scan|cache|partition)/i, '-- Agreed. How would you measure that?'],
  [/\?\s*$/, '-- Fair question. What would you try?'],
];
/** The other answers, in turn. */
const OTHERS = [
  '-- Interesting. Walk me through it.',
  '-- OK. And with a million orders?',
  '-- That is how it feels: one editor, live.',
];

/** Returns the interviewer's answer to a line; `turn` counts the lines before it. */
export function answerTo(line: string, turn: number): string {
  const known = ANSWERS.find(([pattern]) => pattern.test(line));
  return known?.[1] ?? OTHERS[turn % OTHERS.length] ?? '';
}
