const TEST = { is_query: false, is_hidden: false, is_ordered: false, is_numeric: false };

/** A question with a guide, a starter, a shown and a hidden test. */
export const PARCELS = {
  text: [
    '# Parcels',
    'A van carries parcels. Print the weight of the **heaviest** one.',
    '- One line of input has the weights, separated by blanks.',
    '- There is at least one parcel.',
    '| parcel | kg |\n|-|-|\n| A | 3 |\n| B | 5 |',
  ].join('\n\n'),
  guide: '1. Ask what an *empty* line means.\n2. A good answer reads the line once.',
  starters: [{ language: 'javascript', code: "const weights = readline().split(' ').map(Number);\nconsole.log(0);\n" }],
  data: null,
  tests: [
    { ...TEST, name: 'Two parcels', input: '3 5', expected: '5' },
    { ...TEST, name: 'Only one', input: '0', expected: '0', is_hidden: true },
  ],
  minutes: 20,
  tags: ['arrays', 'warm-up'],
};
