import { compare } from './comparison.ts';
import { machineFacts } from './machine/facts.ts';
import { measureNodes, type NodesFigures } from './measures/nodes.ts';
import { EDITS_PER_SECOND, readOptions, type Options } from './options.ts';
import { saveResults } from '../../testkit/save-results.ts';
import { comparisonPage, nodesPage } from './report/markdown.ts';
import { checkNodes, checkTargets } from './report/targets.ts';
import { TestBed } from './servers/test-bed.ts';

// npm run bench:rooms [-- --rooms 50,200,1000 --seconds 10 --tries 3 | --nodes 1,2,4,8 --rooms 50]

const SAVED_NODES = [1, 2, 4, 8];

const options = readOptions(process.argv.slice(2));
if (process.platform !== 'linux') throw new Error('The benchmark reads /proc: it runs on Linux.');
// A signal still stops all child processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const testBed = await TestBed.create();
try {
  await (options.nodes.length > 0 ? compareNodes(testBed, options) : comparison(testBed, options));
} finally {
  await testBed.close();
}

async function comparison(on: TestBed, asked: Options): Promise<void> {
  const machine = machineFacts(await on.database.version());
  const figures = await compare(on, asked, (line) => process.stderr.write(`${line}\n`));
  const targets = checkTargets(figures);
  const page = comparisonPage(figures, targets, machine, asked);
  process.stdout.write(`\n${page}\n`);
  if (asked.isComplete) saveResults('rooms', page, { machine, options: savedOptions(asked), ...figures, targets });
}

async function compareNodes(on: TestBed, asked: Options): Promise<void> {
  const machine = machineFacts(await on.database.version());
  const pace = { editsPerSecond: EDITS_PER_SECOND, warmUp: asked.warmUp, seconds: asked.seconds };
  const roomsPerNode = Math.min(...asked.rooms);
  const figures: NodesFigures[] = [];
  for (const nodes of asked.nodes) {
    process.stderr.write(`${nodes} nodes\n`);
    figures.push(await measureNodes(on, { nodes, roomsPerNode, pace }));
  }
  const targets = checkNodes(figures);
  const page = nodesPage(figures, targets, machine);
  process.stdout.write(`\n${page}\n`);
  if (SAVED_NODES.every((nodes) => asked.nodes.includes(nodes)))
    saveResults('nodes', page, { machine, options: savedOptions(asked), figures, targets });
}

/** Returns the options as a result keeps them: servers by name, because their files are those of one machine. */
function savedOptions({ servers, ...options }: Options) {
  return { ...options, servers: servers.map(({ name }) => name) };
}
