import type { RunTests, TestState } from '@cip/contracts/runs/run-tests';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { useMemo } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { visibleLine } from '../output/visible-text.ts';
import { testTree } from './test-tree.ts';
import type { TestNode } from './test-tree.ts';
import styles from './test-tree.module.css';

/** Groups without a failure are closed if there are more tests than this. */
const OPEN_MAX = 30;

const SIGNS: Readonly<Record<TestState, typeof Check>> = { passed: Check, failed: X, skipped: Minus };

interface TestTreeProps {
  tests: RunTests;
  /** Shows a line of a file; absent where there is no editor. */
  onPlace?: ((file: string, line: number | null) => void) | undefined;
}

/** The tests of a run: files, groups and tests with their states; failed ones are open, with their messages. */
export function TestTree({ tests, onPlace }: TestTreeProps) {
  const roots = useMemo(() => testTree(tests), [tests]);
  const omitted = tests.passed + tests.failed + tests.skipped - tests.results.length;
  if (roots.length === 0) return null;
  return (
    <>
      <ul aria-label="Tests" className={styles.tree}>
        {roots.map((node) => (
          <Node key={node.name} node={node} isOpen={tests.results.length <= OPEN_MAX} onPlace={onPlace} />
        ))}
      </ul>
      {omitted > 0 && <p className={styles.omitted}>{formatCount(omitted)} more tests are not listed.</p>}
    </>
  );
}

interface NodeProps extends Pick<TestTreeProps, 'onPlace'> {
  node: TestNode;
  /** Whether a group without a failure is open. */
  isOpen: boolean;
}

function Node({ node, isOpen, onPlace }: NodeProps) {
  const message = node.message !== '' && (
    <p className={styles.message} data-state={node.state}>
      {visibleLine(node.message)}
    </p>
  );
  if (node.children.length === 0)
    return (
      <li>
        <Test node={node} onPlace={onPlace} />
        {message}
      </li>
    );
  return (
    <li>
      <details open={isOpen || node.state === 'failed'}>
        <summary className={styles.row} data-state={node.state}>
          <Content node={node} />
        </summary>
        {message}
        <ul>
          {node.children.map((child, index) => (
            <Node key={index} node={child} isOpen={isOpen} onPlace={onPlace} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Test({ node, onPlace }: Omit<NodeProps, 'isOpen'>) {
  const about = { className: styles.row, 'data-state': node.state };
  if (!onPlace)
    return (
      <div {...about}>
        <Content node={node} />
      </div>
    );
  return (
    <button type="button" {...about} title="Show in the code" onClick={() => onPlace(node.file, node.line)}>
      <Content node={node} />
    </button>
  );
}

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
