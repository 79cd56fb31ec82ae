/** The server's features from the lowest layer up. A feature imports only lower ones, never its neighbours. */
export const LAYERS = [
  ['audit'],
  ['accounts'],
  ['billing'],
  ['integrations'],
  ['interviewers'],
  ['timeline'],
  ['documents'],
  ['runs'],
  ['questions'],
  ['interviews'],
  ['scorecards'],
  ['rooms'],
  ['playback'],
  ['exports', 'receipts', 'reports', 'retention', 'test-payments'],
] as const;

export type FeatureName = (typeof LAYERS)[number][number];
