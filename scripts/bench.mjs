import { ensureInstalled } from './install.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';

/**
 * Compares the rooms with those of others, whose packages are installed for this alone.
 * @param {string[]} args
 */
export async function benchRooms(args) {
  await ensureInstalled('bench');
  return run(process.execPath, [pathFromRoot('bench/rooms.ts'), ...args], { cwd: root, env: process.env });
}
