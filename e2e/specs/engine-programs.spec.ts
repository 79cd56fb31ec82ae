import type { Engine } from '../engines/engine-page.ts';
import { installedEngines } from '../engines/engines.ts';
import { expectAlike, expectAsKnown, expectAsNode, programOf } from '../support/expected-programs.ts';
import { expectFileErrors } from '../support/file-errors.ts';
import { expect, test } from '../support/fixtures.ts';
import { OF_WORKERS, PROBES, probeCode, reachedBy } from '../support/isolation-probes.ts';
import { COLUMNS, KNOWN_LANGUAGES } from '../support/known-programs.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import type { ProgramPage, TestProgram } from '../support/sandbox.ts';
import { BROWSERS_OWN, openWitness } from '../support/witness.ts';

/** The slower engine, on two cores that others use too (ms). */
const PROGRAMS_MS = 600_000;

/** Browsers besides Chromium that cannot pause a program. */
const WITHOUT_PAUSES = ['WebKit'];

/** Browsers that have no right column of a syntax error. */
const WITHOUT_COLUMNS = ['WebKit'];

/** What Firefox logs of rejections in those programs. */
const OF_PROGRAMS = /^(?:Error: bang|RangeError: late|uncaught exception: why)$/;

/** Facts that a program may learn in one browser: WebKit says that an opaque origin has no service workers. */
const OF_BROWSERS: Record<string, Record<string, RegExp>> = { WebKit: { 'service worker': /^$/ } };

const IN_FUNCTION =
  'import asyncio\nasync def work(): return 42\ndef main():\n    print(asyncio.run(work()))\nmain()\n';

/** Loads a language, because a first start on a busy machine may take longer than a run waits. */
async function warmUp(page: ProgramPage, program: TestProgram): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const { end } = await runProgram(page, program);
    if (end.reason === 'finished') return;
  }
}

for (const { name, start } of installedEngines()) {
  test(`runs programs in ${name} as in Chromium`, { tag: '@long' }, async ({ baseURL }) => {
    test.setTimeout(PROGRAMS_MS);
    const engine: Engine = await start({ isPhone: false });
    const { page } = engine;
    try {
      await page.goto(`${baseURL}/privacy`);
      await openSandbox(page);
      await expectAsNode(page);
      for (const { language, programs } of KNOWN_LANGUAGES) await warmUp(page, programOf(language, programs.input));
      await expectAlike(page, { hasColumns: !WITHOUT_COLUMNS.includes(name) });
      await expectFileErrors(page);
      for (const { language, programs } of KNOWN_LANGUAGES)
        for (const column of COLUMNS)
          await test.step(`${language}: ${column}`, () => expectAsKnown(page, language, programs[column]));
      const { out, end } = await runProgram(page, { language: 'python', code: IN_FUNCTION });
      if (WITHOUT_PAUSES.includes(name))
        expect(end.error).toMatchObject({ message: expect.stringMatching(/only outside of functions/), line: 4 });
      else expect(out).toBe('42\n');
      expect((await engine.problems()).filter((text) => !OF_PROGRAMS.test(text))).toEqual([]);
    } finally {
      await engine.close();
    }
  });

  test(
    `keeps a program in ${name} from the app, its storage and the network`,
    { tag: '@long' },
    async ({ baseURL }) => {
      const witness = await openWitness(baseURL ?? '');
      const engine: Engine = await start({ isPhone: false });
      const { page } = engine;
      try {
        await page.goto(`${witness.origin}/privacy`);
        await openSandbox(page);
        // Loads what a program of this kind needs, so that every later request is its own.
        await runProgram(page, { language: 'javascript', code: probeCode({ origin: 'self.origin' }, '') });
        await page.evaluate(() => localStorage.setItem('token', 'secret'));
        witness.requests.length = 0;
        const code = probeCode(PROBES, witness.origin);
        const { out, err, end } = await runProgram(page, { language: 'javascript', code, limitMs: 60_000 });
        expect({ err, reason: end.reason }).toEqual({ err: '', reason: 'finished' });
        expect(reachedBy(out, PROBES, { ...OF_WORKERS, ...OF_BROWSERS[name] })).toEqual([]);
        expect(witness.requests.filter((request) => !BROWSERS_OWN.test(request))).toEqual([]);
      } finally {
        await engine.close();
        witness.close();
      }
    },
  );
}
