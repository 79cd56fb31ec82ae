import type { Grade, Overall } from '@cip/contracts/scorecards/card-content';

/** A scorecard on the usual criteria: notes by minute, and grades with their evidence. */
export interface DemoCard {
  notes: [minute: number, text: string][];
  ratings: Partial<Record<'understanding' | 'code' | 'testing' | 'explaining', [grade: Grade, evidence: string]>>;
  overall: Overall | null;
  summary: string;
}

/** The draft about Ada Lovelace, which Maya Okafor still has to finish. */
export const ADA_BY_MAYA: DemoCard = {
  notes: [
    [6, 'Asked whether the intervals are sorted before the first line'],
    [22, 'Found the case of an interval inside another one as soon as she saw its output'],
    [40, 'Went on without a connection, and her notes on the cost came with it'],
  ],
  ratings: { testing: [4, 'Wrote two assertions for the edges without being asked.'] },
  overall: null,
  summary: '',
};

export const GRACE_BY_MAYA: DemoCard = {
  notes: [
    [5, 'Looked at the data first: who is in orders, who is not'],
    [16, 'Took the hint about people without an order, and threw the join away'],
  ],
  ratings: {
    understanding: [4, 'Asked what a cancelled order means before she wrote the condition.'],
    code: [3, 'NOT EXISTS, and it was right at the first try; the join before was not.'],
    testing: [3, 'Compared each result with the table in her head, and said what she expected.'],
    explaining: [4, 'Said why NOT IN would be wrong with a NULL. I learned something.'],
  },
  overall: 'strong_yes',
  summary: 'Reads data before code, gives up a wrong way without regret, and explains it while she does.',
};

export const GRACE_BY_TOMAS: DemoCard = {
  notes: [[10, 'Ambiguous column: fixed in seconds, but the condition was still wrong']],
  ratings: {
    understanding: [2, 'Missed customers without any order until I asked about them.'],
    code: [3, 'A working view in the end, easy to read and with sensible names.'],
    testing: ['not_seen', ''],
    explaining: [3, 'Took up the hint and named an index for it without being asked.'],
  },
  overall: 'no',
  summary: 'Solid SQL, but I had to point at the case that matters. I would see her on a larger task first.',
};

export const ALAN_BY_TOMAS: DemoCard = {
  notes: [
    [6, 'Changed the border first, then ran it with a whole hour'],
    [14, 'The modulo was his own idea'],
  ],
  ratings: {
    understanding: [3, 'Read the rules twice and named the borders before he touched the code.'],
    code: [3, 'Repaired the causes, and added no special case for midnight.'],
    testing: [2, 'Tried only the stays that I named, never one of exactly 30 minutes.'],
    explaining: [2, 'Explained his changes when asked, and only then.'],
  },
  overall: 'yes',
  summary: 'Careful repairs in good order. Tests what he is told to test.',
};
