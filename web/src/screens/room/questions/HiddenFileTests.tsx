import type { FileTests } from '../../../features/questions/tests/file-tests.ts';
import { TestTree } from '../../../features/runs/tests/TestTree.tsx';
import styles from './hidden-file-tests.module.css';

interface HiddenFileTestsProps {
  names: readonly string[];
  /** How they went; null before they ran. */
  files: FileTests | null;
}

/** The hidden test files of a question, and how they went on this device. */
export function HiddenFileTests({ names, files }: HiddenFileTestsProps) {
  return (
    <div className={styles.files}>
      {files?.problem && <p className={styles.problem}>{files.problem}</p>}
      {files?.tests ? (
        <TestTree label="Hidden test files" tests={files.tests} />
      ) : (
        <ul aria-label="Hidden test files" className={styles.names}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
