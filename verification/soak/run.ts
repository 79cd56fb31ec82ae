import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../server/src/testing/services/at-exit.ts';
import { findLeaks, formatFigures, soak } from './soak.ts';

// npm run soak [-- --minutes 30]
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, results: { type: 'string' } },
});
exitOnSignals();
const minutes = Number(values.minutes);
const warmUp = Math.min(120, minutes * 20);
const outcome = await soak({ warmUp, run: minutes * 60 }, (line) => console.warn(line));
const leaks = findLeaks(outcome, { withMemory: true });
for (const leak of leaks) console.warn(leak);
const { before, after, interviews, edits } = outcome;
console.warn(`before: ${formatFigures(before)}`);
console.warn(`after:  ${formatFigures(after)}`);
const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
console.warn(
  `${minutes} min, ${interviews} interviews, ${edits} edits: heap ${mb(before.heap)} → ${mb(after.heap)}, rss ${mb(before.rss)} → ${mb(after.rss)}, ` +
    `sockets ${after.sockets}, documents ${after.documents}, timers ${before.timers} → ${after.timers}, handles ${before.handles} → ${after.handles}, ` +
    `Redis keys ${before.redisKeys} → ${after.redisKeys}, database connections ${before.databaseConnections} → ${after.databaseConnections}; ${leaks.length} leaks`,
);
process.exitCode = leaks.length === 0 ? 0 : 1;
