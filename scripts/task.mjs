// Runs a task on the project's own Node, which run.mjs has chosen.
import { TASKS } from './tasks.mjs';

const [name = '', ...args] = process.argv.slice(2);
const task = TASKS[name];
if (task) {
  const module = await import(`./${task.module}.mjs`);
  process.exitCode = await module[task.run](args);
}
