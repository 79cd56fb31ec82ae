import type { Core } from '../core.ts';
import { PROMISIFIED } from '../readline-interface.ts';
import { assertModule } from './assert.ts';
import { cryptoModule } from './crypto.ts';
import { pathModule } from './path.ts';
import { StringDecoder } from './string-decoder.ts';
import { timersWithPromises } from './timers.ts';
import { utilModule, typesModule } from './util.ts';

/** Modules of Node.js that most programs do without. */
export function modules(core: Core): Record<string, unknown> {
  const { assert, strict } = assertModule(core);
  const util = utilModule(core);
  return {
    assert,
    'assert/strict': strict,
    crypto: cryptoModule(core),
    os: {
      EOL: '\n',
      platform: () => 'browser',
      type: () => 'Browser',
      cpus: () => [],
      totalmem: () => 0,
      freemem: () => 0,
    },
    path: pathModule,
    'path/posix': pathModule,
    'readline/promises': readlineWithPromises(core),
    string_decoder: { StringDecoder },
    'timers/promises': timersWithPromises(),
    url: { URL, URLSearchParams, fileURLToPath: (url: unknown) => new URL(String(url)).pathname },
    util,
    'util/types': typesModule,
  };
}

/** Returns `readline` whose questions resolve to their lines. */
function readlineWithPromises({ readline }: Core) {
  const createInterface = (...given: Parameters<typeof readline.createInterface>) => {
    const created = readline.createInterface(...given);
    const question = created.question.bind(created);
    const asked = (text: string) => new Promise<string>((resolve) => question(text, resolve));
    return Object.assign(created, { question: Object.assign(asked, { [PROMISIFIED]: asked }) });
  };
  return { ...readline, createInterface };
}
