import type { ProtocolName } from './load/commands.ts';
import { measureColdJoin } from './measures/cold-join.ts';
import { measureMemory } from './measures/memory.ts';
import { measureTyping, type Case, type Try } from './measures/typing.ts';
import { EDITS_PER_SECOND, type Options } from './options.ts';
import { summarise } from './report/summary.ts';
import type { Figures } from './report/targets.ts';
import type { TestBed } from './servers/test-bed.ts';

interface Cell extends Case {
  tries: Try[];
}

/** Prints the progress of a run. */
export type Print = (line: string) => void;

/** Measures typing for every server and size with equal flags, then memory and cold joins once per server. */
export async function compare(
  testBed: TestBed,
  options: Options,
  print: Print,
): Promise<Figures & { tries: Cell['tries'] }> {
  const cells = options.rooms.flatMap((rooms) =>
    options.servers.flatMap((contender) =>
      [true, false].map((hasFlags) => ({
        contender,
        hasFlags,
        rooms,
        people: options.people,
        style: options.style,
        tries: [],
      })),
    ),
  );
  await measureCells(testBed, cells, options, print);
  const memory: Partial<Record<ProtocolName, number>> = {};
  for (const contender of options.servers) {
    print(`memory of ${contender.name}`);
    memory[contender.name] = await measureMemory(testBed, contender, Math.max(...options.rooms));
  }
  print('cold join');
  const coldJoin = await measureColdJoin(testBed, options.coldEdits);
  const rows = cells.map((cell) => summarise({ ...cell, contender: cell.contender.name }, cell.tries));
  return { rows, memory, coldJoin, tries: cells.flatMap(({ tries }) => tries) };
}

// The servers take turns, so that changes of the machine affect all of them alike. If tries are disturbed, they are
// repeated, at most as often as tries were requested.
async function measureCells(testBed: TestBed, cells: Cell[], options: Options, print: Print): Promise<void> {
  const pace = { editsPerSecond: EDITS_PER_SECOND, warmUp: options.warmUp, seconds: options.seconds };
  const needsMore = ({ tries }: Cell) => tries.filter(({ isClean }) => isClean).length < options.tries;
  for (let round = 0; round < 2 * options.tries; round++)
    for (const cell of cells.filter(needsMore)) {
      const result = await measureTyping(testBed, cell, pace);
      cell.tries.push(result);
      const name = `${cell.contender.name}${cell.hasFlags ? ' with flags' : ''}`;
      print(`round ${round + 1}, ${cell.rooms} rooms, ${name}: ${describeTry(result)}`);
    }
}

function describeTry({ fanOut, cpuPerEditUs, generatorBusy, lateP99, disturbance, isClean }: Try): string {
  const share = (part: number) => `${(part * 100).toFixed(1)} %`;
  return [
    `p50 ${fanOut.p50.toFixed(2)} p99 ${fanOut.p99.toFixed(2)} ms`,
    `${cpuPerEditUs.toFixed(0)} µs/edit`,
    `generator ${share(generatorBusy)} of a core, ${lateP99.toFixed(1)} ms late`,
    `others ${share(disturbance.others)}, stolen ${share(disturbance.stolen)}`,
    isClean ? '' : 'disturbed, discarded',
  ]
    .filter(Boolean)
    .join(', ');
}
