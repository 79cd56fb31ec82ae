import { run } from './processes.mjs';

/**
 * Runs commands one after the other as one step. Prints the step's name and duration, and the commands' output only if
 * one fails. Resolves to the exit code.
 * @param {string} name
 * @param {[command: string, args: string[]][]} commands
 * @param {Omit<import('./processes.mjs').RunOptions, 'stdio' | 'onOutput'>} options
 * @returns {Promise<number>}
 */
export async function runStep(name, commands, options) {
  const startedAt = performance.now();
  process.stderr.write(`${name}… `);
  let output = '';
  let code = 0;
  for (const [command, args] of commands)
    code ||= await run(command, args, { ...options, onOutput: (text) => (output += text) });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stderr.write(code === 0 ? `done in ${seconds} s\n` : `failed\n${output}`);
  return code;
}
