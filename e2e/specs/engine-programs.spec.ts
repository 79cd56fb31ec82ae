import type { Engine } from '../engines/engine-page.ts';
import { installedEngines } from '../engines/engines.ts';
import { expectAlike, expectAsKnown, expectAsNode } from '../support/expected-programs.ts';
import { expectFileErrors } from '../support/file-errors.ts';
import { expect, test } from '../support/fixtures.ts';
import { COLUMNS, KNOWN_LANGUAGES } from '../support/known-programs.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import type { ProgramPage } from '../support/sandbox.ts';

/** The slower engine, on two cores that others use too (ms). */
const PROGRAMS_MS = 600_000;

/** Browsers besides Chromium that cannot pause a program. */
const WITHOUT_PAUSES = ['WebKit'];

/** What Firefox logs of rejections in those programs. */
const OF_PROGRAMS = /^(?:Error: bang|RangeError: late|uncaught exception: why)$/;

const IN_FUNCTION =
  'import asyncio\nasync def work(): return 42\ndef main():\n    print(asyncio.run(work()))\nmain()\n';

/** Loads C and C++, because a first compilation on a busy machine may take longer than it may. */
async function warmUp(page: ProgramPage): Promise<void> {
  const code = '#include <iostream>\nint main() {}';
  for (let tries = 0; tries < 3; tries++) {
    const { end } = await runProgram(page, { language: 'c++', code });
    if (end.reason === 'finished') return;
  }
}

for (const { name, start } of installedEngines())
  test(`runs programs in ${name} as in Chromium`, { tag: '@long' }, async ({ baseURL }) => {
    test.setTimeout(PROGRAMS_MS);
    const engine: Engine = await start({ isPhone: false });
    const { page } = engine;
    try {
      await page.goto(`${baseURL}/privacy`);
      await openSandbox(page);
      await expectAsNode(page);
      await warmUp(page);
      await expectAlike(page);
      await expectFileErrors(page);
      for (const { language, programs } of KNOWN_LANGUAGES)
        for (const column of COLUMNS)
          await test.step(`${language}: ${column}`, () => expectAsKnown(page, language, programs[column]));
      const { out, end } = await runProgram(page, { language: 'python', code: IN_FUNCTION });
      if (WITHOUT_PAUSES.includes(name))
        expect(end.error).toMatchObject({ message: expect.stringMatching(/only outside of functions/), line: 4 });
      else expect(out).toBe('42\n');
      expect(engine.problems().filter((text) => !OF_PROGRAMS.test(text))).toEqual([]);
    } finally {
      await engine.close();
    }
  });
