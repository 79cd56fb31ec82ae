import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { check } from './check.ts';

// npm run model -- --schedules 20000 [--seed S]
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const options = { schedules: Number(values.schedules), seed: Number(values.seed) };
const { failure, played, totals } = await check(options);
console.warn(`${played} schedules from seed ${options.seed}: ${JSON.stringify(totals)}`);
if (failure) console.warn(fc.stringify(failure));
process.exit(failure ? 1 : 0);
