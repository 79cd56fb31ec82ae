import type { Host } from '../../worker/serve-programs.ts';
import { installConsole } from './console.ts';
import { installNode, ProgramExit } from './node-modules.ts';
import { PendingWork } from './pending-work.ts';
import { describeError, scriptError } from './script-error.ts';
import type { UncaughtError } from './script-error.ts';

/** What V8, SpiderMonkey and JavaScriptCore report for a module that is loaded as a script. */
const MODULE_SYNTAX = /\b(import|export|await)\b/;

const { importScripts, Worker: NestedWorker, addEventListener } = self;
const setTimeoutBefore = self.setTimeout.bind(self);

/**
 * Runs a script, or a module if it uses the syntax of one, in this worker's global scope. It ends when nothing is
 * pending any more, or with its first uncaught error.
 */
export function runScript(code: string, fileName: string, host: Host): void {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  let isEvaluated = false;
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
      if (error instanceof SyntaxError) locateSyntaxError(url, error, fail);
      else fail({ error, message: String(error), line: null, column: null });
    });
  };
  addEventListener('error', (event) => {
    event.preventDefault();
    const { error, message, filename, lineno, colno } = event;
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
  // An error of the script has to reach the listener above: only there has a syntax error its line.
  setTimeoutBefore(() => {
    importScripts(url);
    evaluated();
  }, 0);
}

/** Finds the line of a module's syntax error, which `import()` does not give: a worker's error event does. */
function locateSyntaxError(url: string, error: SyntaxError, found: (uncaught: UncaughtError) => void): void {
  const worker = new NestedWorker(url, { type: 'module' });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    worker.terminate();
    found({ error, message: error.message, line: event.lineno || null, column: event.colno || null });
  });
}
