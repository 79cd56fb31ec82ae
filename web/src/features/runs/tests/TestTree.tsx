import type { RunTests, TestState } from '@cip/contracts/runs/run-tests';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { visibleLine } from '../output/visible-text.ts';
import { testTree } from './test-tree.ts';
import type { TestNode } from './test-tree.ts';
import styles from './test-tree.module.css';
import { moveInTree } from './move-in-tree.ts';

/** Groups without a failure are closed if there are more tests than this. */
const OPEN_MAX = 30;

const SIGNS: Readonly<Record<TestState, typeof Check>> = { passed: Check, failed: X, skipped: Minus };

interface TestTreeProps {
  tests: RunTests;
  /** Shows a line of a file; absent where there is no editor. */
  onPlace?: ((file: string, line: number | null) => void) | undefined;
  /** The name of the list, if it is not that of the room's run. */
  label?: string;
}

/**
 * The tests of a run: files, groups and tests with their states; failed ones are open, with their messages. The arrow
 * keys move in it, Enter opens a group or shows the line of a test.
 */
export function TestTree({ tests, onPlace, label = 'Tests' }: TestTreeProps) {
  const roots = useMemo(() => testTree(tests), [tests]);
  const [shown, setShown] = useState({ tests, count: 0 });
  const omitted = tests.passed + tests.failed + tests.skipped - tests.results.length;
  // The tests of another run open and close anew.
  if (shown.tests !== tests) setShown({ tests, count: shown.count + 1 });
  if (roots.length === 0) return null;
  return (
    <>
      <Tree key={shown.count} {...{ label, roots, onPlace }} isOpen={tests.results.length <= OPEN_MAX} />
      {omitted > 0 && <p className={styles.omitted}>{formatCount(omitted)} more tests are not listed.</p>}
    </>
  );
}

interface TreeProps extends Pick<TestTreeProps, 'onPlace'> {
  label: string;
  roots: readonly TestNode[];
  /** Whether groups without a failure are open. */
  isOpen: boolean;
}

function Tree({ label, roots, ...shared }: TreeProps) {
  const [current, setCurrent] = useState('0');
  return (
    <ul role="tree" aria-label={label} className={styles.tree} onKeyDown={moveInTree}>
      {roots.map((node, index) => (
        <Node key={node.name} {...shared} {...{ node, current }} level={1} place={`${index}`} onCurrent={setCurrent} />
      ))}
    </ul>
  );
}

interface NodeProps extends Omit<TreeProps, 'roots' | 'label'> {
  node: TestNode;
  level: number;
  /** The places of the groups around it and its own, such as `0.2`. */
  place: string;
  /** The place of the item that Tab reaches. */
  current: string;
  onCurrent: (place: string) => void;
}

function Node({ node, level, place, ...shared }: NodeProps) {
  const { onPlace, current, onCurrent } = shared;
  const [isOpen, setOpen] = useState(shared.isOpen || node.state === 'failed');
  const isGroup = node.children.length > 0;
  const toggle = () => {
    setOpen(!isOpen);
    // The item that Tab reaches may be in it.
    onCurrent(place);
  };
  const press = isGroup ? toggle : onPlace && (() => onPlace(node.file, node.line));
  return (
    <>
      <li
        role="treeitem"
        aria-level={level}
        {...(isGroup && { 'aria-expanded': isOpen })}
        tabIndex={place === current ? 0 : -1}
        onFocus={() => onCurrent(place)}
        {...(press && { onClick: () => hasSelection() || press(), 'data-pressed': '' })}
        {...(!isGroup && onPlace && { title: 'Show in the code' })}
      >
        <div className={styles.row} data-state={node.state} data-row>
          <Content node={node} />
        </div>
        {node.message !== '' && (
          <p className={styles.message} data-state={node.state}>
            {visibleLine(node.message)}
          </p>
        )}
      </li>
      {/* Beside the item, because its name is its content. */}
      {isGroup && isOpen && (
        <li role="none">
          <ul role="group">
            {node.children.map((child, index) => (
              <Node key={index} {...shared} node={child} level={level + 1} place={`${place}.${index}`} />
            ))}
          </ul>
        </li>
      )}
    </>
  );
}

/** Whether the click ends a selection, such as of a message that a user copies. */
const hasSelection = () => getSelection()?.type === 'Range';

function Content({ node: { name, state, ms } }: { node: TestNode }) {
  const Sign = SIGNS[state];
  return (
    <>
      <Sign size={16} aria-hidden className={styles.sign} />
      <span className={styles.name}>{visibleLine(name)}</span> <span className={styles.state}>{state}</span>{' '}
      <span className={styles.ms}>{ms >= 0.5 && `${formatCount(Math.round(ms))} ms`}</span>
    </>
  );
}
