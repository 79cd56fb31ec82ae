import type { RunFile } from '@cip/contracts/runs/runs';
import type { Host } from '../../worker/serve-programs.ts';
import { holdForBrowser } from './browser-waits.ts';
import { Buffer } from './buffer.ts';
import type { Core } from './core.ts';
import { eventsModule } from './emitter.ts';
import type { EventLoop } from './event-loop.ts';
import { filesModule } from './files.ts';
import { formatLog } from './inspect/format-log.ts';
import { inspect } from './inspect/inspect.ts';
import { addressOf, ModuleRegistry } from './module-registry.ts';
import type { Given } from './one-file.ts';
import { createProcess } from './process.ts';
import { readlineModule } from './readline.ts';

const { importScripts } = self;

/** Installs the parts of Node.js and of terminals that programs use: input, `process`, and its modules. */
export function installNode(
  host: Host,
  loop: EventLoop,
  { fileName, files }: { fileName: string; files: readonly RunFile[] },
  placeOf: (error: unknown) => string,
) {
  holdForBrowser(loop);
  const process = createProcess(host, loop, fileName);
  const readline = readlineModule({ input: host.input, loop });
  const fs = filesModule(host.input, process, loop, files);
  const timers = { setTimeout, setInterval, setImmediate: self['setImmediate' as never], clearTimeout, clearInterval };
  const core: Core = { Buffer, formatLog, inspect, loop, placeOf, process, readline: readline.module, host };
  const own = {
    buffer: { Buffer, Blob, atob, btoa },
    events: eventsModule,
    fs,
    'fs/promises': fs.promises,
    perf_hooks: { performance, PerformanceObserver },
    process,
    readline: readline.module,
    timers: { ...timers, clearImmediate: self['clearImmediate' as never] },
  };
  // The address stays, because WebKit hides the errors of scripts whose address it no longer knows.
  const registry = new ModuleRegistry(core, own, (script) => importScripts(addressOf(script)));
  const module = { exports: {}, id: '.', filename: `/${fileName}`, loaded: false, children: [], paths: [] };
  const require = Object.assign((name: string) => registry.require(name), {
    main: module,
    cache: {},
    resolve: (name: string) => (registry.require(name), name),
  });
  const { fetch } = self;
  Object.assign(self, {
    fetch: (...given: Parameters<typeof fetch>) => loop.during(() => fetch(...given).catch(refuseRequest)),
    Buffer,
    require,
    module,
    exports: module.exports,
    process,
    global: self,
    __filename: module.filename,
    __dirname: '/',
    readline: () => host.input.readLine(),
    alert: (text = '') => host.output.write('out', `${String(text)}\n`),
    prompt: (text = '') => {
      host.output.write('out', String(text));
      return host.input.readLine();
    },
  });
  const given: Given = [module.exports, require, module, module.filename, '/'];
  return { core, registry, readline, process, given };
}

/** The end of every request. */
function refuseRequest(): never {
  throw new TypeError('Programs have no network here');
}
