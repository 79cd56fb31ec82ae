import { readdirSync } from 'node:fs';
import type { OxlintOverride } from 'oxlint';
import { LAYERS } from '../server/src/features/order.ts';

interface Pattern {
  regex?: string;
  group?: string[];
  message: string;
  allowTypeImports?: boolean;
}

const NO_WEB = { regex: '^@cip/web|/web/src/', message: 'The server never imports the web app.' };
const NO_SOCKETS = {
  regex: String.raw`^socket\.io$`,
  message: 'Only rooms/gateway speaks Socket.IO: use ctx.rooms.',
};
const NO_TESTS = { regex: '(^|/)testing/', message: 'The product never imports its tests.' };
const NO_APP = {
  regex: String.raw`/(app|main|open-context)\.ts$`,
  message: 'The app imports features, not the other way.',
};
const NO_SERVER = { regex: '^@cip/server|/server/src/|^node:', message: 'The web app never imports the server.' };
const NO_JOY = { regex: '^@mui/joy', message: 'Every Joy primitive is wrapped in shared/ui.' };

const CONTRACTS_ALONE = 'contracts depends on typebox alone.';
const MIGRATION_ALONE = 'A migration stands for itself: what it imports may change under it.';

const WEB_FEATURES = readdirSync(new URL('../web/src/features', import.meta.url));
const ORDER = LAYERS.map((layer) => layer.join(', ')).join(' < ');
const INNER = 'routes|repository|table|events|jobs|plugin';

/** The allowed imports of each folder. If several rules name a file, the last one counts. */
export const IMPORT_RULES: OxlintOverride[] = [
  restrict(
    ['contracts/src/**'],
    // First, because the linter tries no pattern after one that excepts the import.
    { regex: String.raw`^\.\./\.\.`, message: CONTRACTS_ALONE },
    { group: ['*', '!typebox', '!typebox/**', '!vitest', '!fast-check', '!./**', '!../**'], message: CONTRACTS_ALONE },
  ),
  restrict(['migrations/**'], { group: ['*', '!kysely', '!kysely/**'], message: MIGRATION_ALONE }),
  restrict(['server/src/**'], NO_WEB, NO_SOCKETS, NO_TESTS),
  ...LAYERS.flatMap((layer, level) =>
    layer.map((feature) =>
      restrict([`server/src/features/${feature}/**`], ...featureRules(feature, level), NO_SOCKETS),
    ),
  ),
  restrict(['server/src/features/rooms/gateway/**'], ...featureRules('rooms', levelOf('rooms'))),
  restrict(['server/src/platform/**'], NO_WEB, NO_SOCKETS, NO_TESTS, {
    regex: String.raw`/features/|/(app|main|open-context)\.ts$`,
    message: 'platform knows no feature.',
  }),
  restrict(['server/src/**/*.test.ts', 'server/src/testing/**'], NO_WEB),
  restrict(['web/src/**'], NO_SERVER, NO_JOY),
  restrict(['web/src/screens/**'], NO_SERVER, NO_JOY, {
    regex: String.raw`/routes/|/(main|router)\.tsx?$`,
    message: 'Routes import screens, not the other way.',
  }),
  restrict(
    ['web/src/features/**'],
    NO_SERVER,
    NO_JOY,
    {
      regex: String.raw`/(routes|screens)/|/(main|router)\.tsx?$`,
      message: 'Screens import features, not the other way.',
    },
    {
      regex: String.raw`^(\.\./)+(${WEB_FEATURES.join('|')})/`,
      message: 'Features never import features: they meet in screens/.',
    },
  ),
  restrict(
    ['web/src/shared/**'],
    NO_SERVER,
    { regex: String.raw`/(features|routes|screens)/|/(main|router)\.tsx?$`, message: 'shared knows no feature.' },
    {
      regex: '^@cip/contracts/',
      allowTypeImports: true,
      message: 'The first screen carries no schemas: values of contracts only inside lazily loaded features.',
    },
  ),
  restrict(['e2e/**', 'testkit/**'], {
    regex: '^@cip/(server|web)|/(server|web)/src/',
    message: 'Browser tests enter by the user’s door.',
  }),
];

function restrict(files: string[], ...patterns: Pattern[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

function featureRules(feature: string, level: number): Pattern[] {
  const lower = LAYERS.slice(0, level).flat();
  const others = LAYERS.slice(level)
    .flat()
    .filter((name) => name !== feature);
  const inner: Pattern = {
    regex: String.raw`^(\.\./)+(${lower.join('|')})/(.*/)?([^/.]+|[^/]+\.(${INNER}))\.ts$`,
    message: 'A feature reaches another only through its *.service.ts.',
  };
  return [
    NO_WEB,
    NO_TESTS,
    NO_APP,
    ...(lower.length > 0 ? [inner] : []),
    { regex: String.raw`^(\.\./)+(${others.join('|')})/`, message: `A feature imports only lower ones: ${ORDER}.` },
  ];
}

function levelOf(feature: string): number {
  return LAYERS.findIndex((layer) => layer.some((name) => name === feature));
}
