import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** npm and a terminal may both deliver a signal: within this time (ms) it counts once. */
const SAME_SIGNAL_MS = 500;
/** Nobody here sends this signal: the system does if memory runs out. The figures are those of the README. */
const KILLED = `
A process was killed, most likely because memory ran out: building the app needs 1 GB, running it 512 MB.
`;
/** Interval between two checks of the parent process, in milliseconds. */
const PARENT_POLL_MS = 300;

/**
 * @typedef {object} RunOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {import('node:child_process').StdioOptions} [stdio] default: the caller's
 * @property {boolean} [shell]
 * @property {(pid: number) => void} [onStart]
 * @property {(text: string) => void} [onOutput] receives the output in place of `stdio`
 * @property {boolean} [endWithParent] stop the command when the parent exits: a signal to npm reaches only its shell
 */

/**
 * Runs a command in the foreground and forwards signals to it. Resolves to its exit code (128 + number after a signal).
 * Rejects if the command cannot be started.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  const { cwd, env, stdio = 'inherit', shell = false, onStart, onOutput, endWithParent = false } = options;
  /** @type {import('node:child_process').ChildProcess} */
  const child = spawn(command, args, { cwd, env, stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : stdio, shell });
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
  if (child.pid !== undefined) onStart?.(child.pid);
  const stopForwarding = forwardSignals(child);
  const stopWatching = endWithParent ? watchParent(child) : () => {};
  const settle = () => {
    stopForwarding();
    stopWatching();
  };
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    /** @type {(code: number | null, signal: NodeJS.Signals | null) => void} */
    const end = (code, signal) => {
      settle();
      if (signal === 'SIGKILL') process.stderr.write(KILLED);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    };
    // 'close' comes after the last output, 'exit' may come before it.
    child.once(onOutput ? 'close' : 'exit', end);
  });
}

/**
 * Runs commands in parallel and stops the others if one exits. Resolves to the exit code of the first that exited.
 * @param {[command: string, args: string[]][]} commands
 * @param {RunOptions} options
 * @returns {Promise<number>}
 */
export async function runTogether(commands, options) {
  /** @type {number[]} */
  const pids = [];
  const runs = commands.map(([command, args]) => run(command, args, { ...options, onStart: (pid) => pids.push(pid) }));
  const code = await Promise.race(runs);
  for (const pid of pids) kill(pid);
  await Promise.allSettled(runs);
  return code;
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has exited already.
  }
}

/**
 * Forwards signals to a child instead of exiting on them. Returns a function that stops the forwarding.
 * @param {import('node:child_process').ChildProcess} child
 * @param {(signal: NodeJS.Signals) => void} [onSignal]
 */
export function forwardSignals(child, onSignal) {
  /** @type {Map<NodeJS.Signals, number>} */
  const lastAt = new Map();
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    const now = Date.now();
    if (now - (lastAt.get(signal) ?? 0) < SAME_SIGNAL_MS) return;
    lastAt.set(signal, now);
    onSignal?.(signal);
    // Ctrl-C in a terminal reaches the whole foreground group, the child too.
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward);
  };
}

/** @param {import('node:child_process').ChildProcess} child */
function watchParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  return () => clearInterval(timer);
}
