import { expect, test } from 'vitest';
import { LINKS_TO_LOGIN, SPECIFIED, TITLES } from './testing/fixed-strings.ts';
import { uiStrings } from './testing/ui-strings.ts';

const sources = {
  ...import.meta.glob<string>('./**/*.{ts,tsx}', { eager: true, import: 'default', query: '?raw' }),
  ...import.meta.glob<string>('../../contracts/src/**/*.ts', { eager: true, import: 'default', query: '?raw' }),
};
/** Tests, lists of words for highlighting, names of languages and colours, and the errors of the API's description. */
const OTHER =
  /\.test\.tsx?$|\/testing\/|routeTree\.gen|sql-words|code-(tokens|patterns)|monaco-python|editor\/languages|session\/ability|room-code\.ts|protocol\/(errors|endpoint)\.ts/;

const strings = Object.entries(sources)
  .filter(([path]) => !OTHER.test(path))
  .flatMap(([path, code]) => uiStrings(code).map((text) => ({ path: path.replace(/^(\.\.?\/)+/, ''), text })));

/** Returns the strings that break a rule; `besides` may break it. */
const breaking = (rule: RegExp, besides: ReadonlySet<string> = new Set(), among = strings) =>
  among
    .filter(({ text }) => rule.test(text) && !SPECIFIED.has(text) && !besides.has(text))
    .map(({ path, text }) => `${path}: ${text}`);

test('keeps the list of strings for review up to date', async () => {
  const lines = [...new Set(strings.map(({ path, text }) => `${path}: ${text}`))];
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('../../docs/generated/ui-strings.txt');
});

test.each([
  ['reads unusual', /\b(somebody|whoever|anew|goes|stands|put right|leads?)\b/i],
  ['is in British spelling', /\b(colou|e-mail|recognis|licenc)/i],
  ['praises the program', /\bsuccessful/i],
  ['names its insides', /\b(backend|API|endpoint|socket|null|undefined|outbox|payload|CRDT|Redis)\b/],
  // One word per act: View plans, Playback, Create link, Move to waiting room, AI rule, section, schedule.
  [
    'has a second word for an act',
    /\b(see plans|play back|make link|send back|state a rule|rule for AI and|not stated|stretch|save plan|plans? (a session|and runs|and reads)|you plan|planned|waits to be admitted|candidate waits)\b/i,
  ],
  ['has two spaces, or one before a mark', / {2}| [,.;!?]/],
])('no string %s', (_, rule) => {
  // Allowed, because owners make an API key for their own programs, which call it so.
  const plain = strings.map(({ path, text }) => ({ path, text: text.replace(/\bAPI (?=keys?\b)/gi, '') }));
  expect(breaking(rule, new Set(), plain)).toEqual([]);
});

test('uses no other verbs than sign in and sign out', () => {
  expect(breaking(/\blog(ged|ging)? ?(in|out)\b/i, LINKS_TO_LOGIN)).toEqual([]);
});

/** Names and keys, which have capitals in the middle of a sentence. */
const NAMES = /\b(Ctrl\+\w|Tab|Enter|Home Screen|Code Share|Code Interview Platform|Aicha Diallo|Tom Baker|Wen Li)\b/g;
const TITLE_CASE = /^\p{Lu}\p{Ll}+([^.?!:]* )\p{Lu}\p{Ll}+[^.?!]*$/u;

test('keeps strings in sentence case apart from specified titles', () => {
  const plain = strings.map(({ path, text }) => ({ path, text: text.replace(NAMES, 'name') }));
  expect(breaking(TITLE_CASE, TITLES, plain)).toEqual([]);
});

test('finds every exception among the strings', () => {
  const existing = new Set(strings.map(({ text }) => text));
  expect([...SPECIFIED, ...TITLES, ...LINKS_TO_LOGIN].filter((text) => !existing.has(text))).toEqual([]);
});
