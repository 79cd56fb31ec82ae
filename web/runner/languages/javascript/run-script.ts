import type { Host } from '../../worker/serve-programs.ts';
import { installConsole } from './console.ts';
import { installNode, ProgramExit } from './node-modules.ts';
import { PendingWork } from './pending-work.ts';
import { describeError, isOfLoading, scriptError } from './script-error.ts';
import type { UncaughtError } from './script-error.ts';

/** The words that make a script a module. JavaScriptCore's message of a syntax error does not name them. */
const MODULE_SYNTAX = /\b(import|export|await)\b/;
/** The code before a module that is loaded as a function, on its first line. */
const FUNCTION_START = 'async () => {';

const { importScripts, addEventListener } = self;
const setTimeoutBefore = self.setTimeout.bind(self);

/**
 * Runs a script, or a module if it uses the syntax of one, in this worker's global scope. It ends when nothing is
 * pending any more, or with its first uncaught error.
 */
export function runScript(code: string, fileName: string, host: Host): void {
  const url = scriptUrl(code);
  let isEvaluated = false;
  /** True if the script that is loading only serves to find a syntax error. */
  let isLocating = false;
  const pending = new PendingWork(() => endWhenDone());
  const endWhenDone = () =>
    pending.afterTasks(() => {
      if (isEvaluated && pending.isDone) host.end({});
    });
  const evaluated = () => {
    isEvaluated = true;
    endWhenDone();
  };
  const fail = (uncaught: UncaughtError) => {
    if (uncaught.error instanceof ProgramExit) return;
    const error = scriptError(uncaught, url);
    host.output.write('err', describeError(error, uncaught.error, url, fileName));
    host.end({ exitCode: 1, error });
  };
  const runModule = () => {
    import(url).then(evaluated, (error: unknown) => {
      const failed = { error, message: String(error), line: null, column: null };
      if (!(error instanceof SyntaxError)) return fail(failed);
      isLocating = true;
      load(scriptUrl(asFunction(code)));
      setTimeoutBefore(() => fail(failed), 0);
    });
  };
  addEventListener('error', (event) => {
    event.preventDefault();
    const { error, message, filename, lineno, colno } = event;
    if (isLocating) return fail({ error, message, line: lineno, column: columnInModule(lineno, colno) });
    const isOwn = filename === url;
    if (isOwn && isOfLoading(error, url) && MODULE_SYNTAX.test(code)) return runModule();
    fail({ error, message, line: isOwn ? lineno : null, column: isOwn ? colno : null });
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    const error: unknown = event.reason;
    fail({ error, message: `Unhandled rejection: ${String(error)}`, line: null, column: null });
  });
  installConsole((stream, text) => host.output.write(stream, text));
  pending.install();
  installNode(host, (run) => void self.setTimeout(run, 0));
  load(url, evaluated);
}

/** Returns an address of a script. Firefox loads none without its type. */
function scriptUrl(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
}

/**
 * Loads a script in a task of its own, because its error has to reach the listener, where a syntax error has its line.
 */
function load(url: string, then: () => void = () => undefined): void {
  setTimeoutBefore(() => {
    importScripts(url);
    then();
  }, 0);
}

/**
 * Returns a module as a function that is never called, on the same lines, because the error event of a script has the
 * line of a syntax error, which `import()` does not give.
 */
function asFunction(module: string): string {
  return `${FUNCTION_START}${module.replaceAll(/^export (default )?/gm, (word) => ' '.repeat(word.length))}\n}`;
}

function columnInModule(line: number, column: number): number {
  return line === 1 ? Math.max(1, column - FUNCTION_START.length) : column;
}
