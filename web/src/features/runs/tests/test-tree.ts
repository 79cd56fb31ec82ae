import type { RunTests, TestState } from '@cip/contracts/runs/run-tests';

/**
 * Most groups around a test; further ones are one, because a device may report hundreds and a page would stand still.
 */
const GROUPS_MAX = 8;

/** A file, a group of tests or a test. */
export interface TestNode {
  name: string;
  state: TestState;
  file: string;
  line: number | null;
  ms: number;
  message: string;
  children: TestNode[];
}

/** Returns the tests of a run as a tree: files, then groups, then tests. */
export function testTree({ files, results }: RunTests): TestNode[] {
  const roots: TestNode[] = [];
  for (const [place, path, state, ms, line, message] of results) {
    const file = files[place];
    if (file === undefined) continue;
    const about = { state, file, ms, line, message };
    const names = namesIn(path);
    const last = names.pop();
    const root = groupIn(roots, file, file);
    if (last === undefined) Object.assign(root, about);
    else {
      const group = names.reduce((outer, name) => groupIn(outer.children, name, file), root);
      group.children.push({ ...about, name: last, children: [] });
    }
  }
  for (const root of roots) settle(root);
  return roots;
}

/** Returns the names around a test and its own, the outermost first; none of a file itself. */
function namesIn(path: string): string[] {
  if (path === '') return [];
  const names = path.split('\n');
  const inner = names.slice(GROUPS_MAX - 1, -1);
  return inner.length <= 1 ? names : names.toSpliced(GROUPS_MAX - 1, inner.length, inner.join(' › '));
}

/** Returns the group of a name among nodes, and adds it if it is missing. */
function groupIn(nodes: TestNode[], name: string, file: string): TestNode {
  const known = nodes.find((node) => node.name === name && (node.children.length > 0 || node.name === file));
  if (known) return known;
  const added: TestNode = { name, state: 'skipped', file, line: null, ms: 0, message: '', children: [] };
  nodes.push(added);
  return added;
}

/** Gives groups the state and the time of their tests. */
function settle(node: TestNode): void {
  if (node.children.length === 0) return;
  for (const child of node.children) settle(child);
  const states = new Set([node.message === '' ? 'skipped' : node.state, ...node.children.map(({ state }) => state)]);
  node.state = states.has('failed') ? 'failed' : states.has('passed') ? 'passed' : 'skipped';
  node.ms = node.children.reduce((sum, { ms }) => sum + ms, 0);
}
