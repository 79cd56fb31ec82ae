import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { MUTANTS, mutatedCode, ownCode } from './mutants.ts';
import { check } from './check.ts';

// npm run model -- --schedules 20000 [--seed S] [--mutants]
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    mutants: { type: 'boolean', default: false },
  },
});
const options = { schedules: Number(values.schedules), seed: Number(values.seed) };
let hasFailed = false;
if (values.mutants) {
  let detected = 0;
  for (const mutant of MUTANTS) {
    const { failure, played } = await check(await mutatedCode(mutant), options);
    if (failure) detected++;
    console.warn(`${mutant.name}: ${failure ? `detected by schedule ${played}` : 'NOT DETECTED'}`);
  }
  hasFailed = detected < MUTANTS.length;
  console.warn(`${detected} of ${MUTANTS.length} broken outboxes detected`);
} else {
  const { failure, played, totals } = await check(await ownCode(), options);
  hasFailed = failure !== null;
  console.warn(`${played} schedules from seed ${options.seed}: ${JSON.stringify(totals)}`);
  if (failure) console.warn(fc.stringify(failure));
}
process.exit(hasFailed ? 1 : 0);
