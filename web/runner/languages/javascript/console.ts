import type { Stream } from '../../messages.ts';
import { formatLog, formatTable } from './inspect/format-log.ts';
import { inspect } from './inspect/inspect.ts';
import type { InspectOptions } from './inspect/inspect.ts';

/** Replaces the console by one that writes to the program's output. */
export function installConsole(write: (stream: Stream, text: string) => void): void {
  let indent = '';
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const print = (stream: Stream, text: string) => {
    write(stream, `${indent}${indent === '' ? text : text.replaceAll('\n', `\n${indent}`)}\n`);
  };
  const log = (...values: unknown[]) => print('out', formatLog(values));
  const warn = (...values: unknown[]) => print('err', formatLog(values));
  const group = (...values: unknown[]) => {
    if (values.length > 0) log(...values);
    indent += '  ';
  };
  const elapsed = (label: string) => `${label}: ${(performance.now() - (timers.get(label) ?? 0)).toFixed(3)}ms`;
  const methods = {
    log,
    info: log,
    debug: log,
    warn,
    error: warn,
    dir: (value: unknown, options?: InspectOptions) => print('out', inspect(value, options)),
    table: (value: unknown) => print('out', formatTable(value) ?? formatLog([value])),
    trace: (...values: unknown[]) => print('err', `Trace: ${formatLog(values)}`),
    assert: (condition?: unknown, ...values: unknown[]) =>
      condition === true || Boolean(condition)
        ? undefined
        : print('err', `Assertion failed${values.length > 0 ? `: ${formatLog(values)}` : ''}`),
    group,
    groupCollapsed: group,
    groupEnd: () => void (indent = indent.slice(2)),
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      print('out', `${label}: ${counts.get(label)}`);
    },
    countReset: (label = 'default') => void counts.delete(label),
    time: (label = 'default') => void timers.set(label, performance.now()),
    timeLog: (label = 'default') => print('out', elapsed(label)),
    timeEnd: (label = 'default') => {
      print('out', elapsed(label));
      timers.delete(label);
    },
  };
  Object.assign(console, methods);
}
