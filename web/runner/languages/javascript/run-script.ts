import type { Host } from '../../worker/serve-programs.ts';
import { installConsole } from './console.ts';
import { installNode, ProgramExit } from './node-modules.ts';
import { PendingWork } from './pending-work.ts';
import { describeError, scriptError } from './script-error.ts';
import type { UncaughtError } from './script-error.ts';

/** What V8, SpiderMonkey and JavaScriptCore report for a module that is loaded as a script. */
const MODULE_SYNTAX = /\b(import|export|await)\b/;

const { importScripts, addEventListener } = self;
const setTimeoutBefore = self.setTimeout.bind(self);

/**
 * Runs a script, or a module if it uses the syntax of one, in this worker's global scope. It ends when nothing is
 * pending any more, or with its first uncaught error.
 */
export function runScript(code: string, fileName: string, host: Host): void {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  let isEvaluated = false;
  /** Whether the script that is loading only serves to find a syntax error. */
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
      load(URL.createObjectURL(new Blob([asFunction(code)])));
      setTimeoutBefore(() => fail(failed), 0);
    });
  };
  addEventListener('error', (event) => {
    event.preventDefault();
    const { error, message, filename, lineno, colno } = event;
    if (isLocating) return fail({ error, message, line: lineno, column: colno });
    const isSyntaxError = /SyntaxError/.test(message) && !isEvaluated && filename === url;
    if (isSyntaxError && MODULE_SYNTAX.test(message)) return runModule();
    const isOwn = filename === url;
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

/** Loads a script in a task of its own: its error has to reach the listener, where a syntax error has its line. */
function load(url: string, then: () => void = () => undefined): void {
  setTimeoutBefore(() => {
    importScripts(url);
    then();
  }, 0);
}

/**
 * Returns a module as a function that is never called, on the same lines: the error event of a script has the line of
 * a syntax error, which `import()` does not give.
 */
function asFunction(module: string): string {
  return `async () => {${module.replaceAll(/^export (default )?/gm, (word) => ' '.repeat(word.length))}\n}`;
}
