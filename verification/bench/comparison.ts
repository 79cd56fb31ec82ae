import type { ProtocolName } from './load/commands.ts';
import { measureColdJoin } from './measures/cold-join.ts';
import { measureMemory } from './measures/memory.ts';
import { measureTyping, type Try } from './measures/typing.ts';
import { EDITS_PER_SECOND, type Options } from './options.ts';
import { summarise } from './report/summary.ts';
import type { Figures } from './report/targets.ts';
import { CONTENDERS, type Contender } from './servers/contenders.ts';
import type { Stage } from './servers/stage.ts';

interface Cell {
  contender: Contender;
  rooms: number;
  tries: Try[];
}

/** Says how far a run is. */
export type Tell = (line: string) => void;

/** Measures everybody at every size, and what is measured of each once. */
export async function compare(stage: Stage, options: Options, tell: Tell): Promise<Figures & { tries: Cell['tries'] }> {
  const cells = options.rooms.flatMap((rooms) => CONTENDERS.map((contender) => ({ contender, rooms, tries: [] })));
  await measureCells(stage, cells, options, tell);
  const memory: Partial<Record<ProtocolName, number>> = {};
  for (const contender of CONTENDERS) {
    tell(`memory of ${contender.name}`);
    memory[contender.name] = await measureMemory(stage, contender, Math.max(...options.rooms));
  }
  tell('cold join');
  const coldJoin = await measureColdJoin(stage, options.coldEdits);
  const rows = cells.map(({ contender, rooms, tries }) => summarise(contender.name, rooms, tries));
  return { rows, memory, coldJoin, tries: cells.flatMap(({ tries }) => tries) };
}

// Everybody takes a turn before anybody takes the next: what changes on the machine meets all alike. A disturbed try
// is repeated, at most as often as tries were asked for.
async function measureCells(stage: Stage, cells: Cell[], options: Options, tell: Tell): Promise<void> {
  const pace = { editsPerSecond: EDITS_PER_SECOND, warmUp: options.warmUp, seconds: options.seconds };
  const needsMore = ({ tries }: Cell) => tries.filter(({ isClean }) => isClean).length < options.tries;
  for (let round = 0; round < 2 * options.tries; round++)
    for (const cell of cells.filter(needsMore)) {
      const result = await measureTyping(stage, cell.contender, cell.rooms, pace);
      cell.tries.push(result);
      tell(`round ${round + 1}, ${cell.rooms} rooms, ${cell.contender.name}: ${described(result)}`);
    }
}

function described({ fanOut, cpuPerEditUs, generatorBusy, lateP99, disturbance, isClean }: Try): string {
  const share = (part: number) => `${(part * 100).toFixed(1)} %`;
  return [
    `p50 ${fanOut.p50.toFixed(2)} p99 ${fanOut.p99.toFixed(2)} ms`,
    `${cpuPerEditUs.toFixed(0)} µs/edit`,
    `generator ${share(generatorBusy)} of a core, ${lateP99.toFixed(1)} ms late`,
    `others ${share(disturbance.others)}, stolen ${share(disturbance.stolen)}`,
    isClean ? '' : 'disturbed: does not count',
  ]
    .filter(Boolean)
    .join(', ');
}
