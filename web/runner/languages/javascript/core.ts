import type { Host } from '../../worker/serve-programs.ts';
import type { Buffer } from './buffer.ts';
import type { EventLoop } from './event-loop.ts';
import type { formatLog } from './inspect/format-log.ts';
import type { inspect } from './inspect/inspect.ts';
import type { createProcess } from './process.ts';
import type { readlineModule } from './readline.ts';

/** The parts of Node.js that the files of further modules build on. */
export interface Core {
  Buffer: typeof Buffer;
  formatLog: typeof formatLog;
  inspect: typeof inspect;
  loop: EventLoop;
  placeOf: (error: unknown) => string;
  process: ReturnType<typeof createProcess>;
  readline: ReturnType<typeof readlineModule>['module'];
  host: Host;
}
