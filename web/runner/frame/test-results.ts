import { FILES_MAX } from '@cip/contracts/rooms/text-limits';
import { RUN_TESTS_MAX } from '@cip/contracts/runs/run-limits';
import type { RunTest, RunTests } from '@cip/contracts/runs/run-tests';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { TestReport } from '../messages.ts';

/** The message of a test that was running at the end. */
const UNENDED = 'It did not end.';

/** Collects the tests of a run outside of its worker, which may be terminated at any moment. */
export class TestResults {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };
  readonly #files: string[] = [];
  readonly #results: RunTest[] = [];
  #running: TestReport | null = null;

  add(test: TestReport): void {
    this.#running = test.state === 'running' ? test : null;
    if (test.state === 'running') return;
    this.#counts[test.state]++;
    const file = this.#placeOf(test.file);
    if (file < FILES_MAX && this.#makeRoom(test.state === 'failed'))
      this.#results.push([file, test.names.join('\n'), test.state, test.ms, test.line, test.message]);
  }

  /** Returns the results. A test that still ran has failed, unless somebody stopped the run. */
  end(reason: RunEnd['reason']): RunTests {
    if (this.#running !== null && reason !== 'stopped')
      this.add({ ...this.#running, state: 'failed', message: UNENDED });
    return { ...this.#counts, files: [...this.#files], results: [...this.#results] };
  }

  #placeOf(file: string): number {
    const place = this.#files.indexOf(file);
    if (place >= 0) return place;
    return this.#files.length < FILES_MAX ? this.#files.push(file) - 1 : FILES_MAX;
  }

  /** Whether another result fits. One that failed takes the place of one that did not. */
  #makeRoom(hasFailed: boolean): boolean {
    if (this.#results.length < RUN_TESTS_MAX) return true;
    const other = hasFailed ? this.#results.findLastIndex(([, , state]) => state !== 'failed') : -1;
    if (other >= 0) this.#results.splice(other, 1);
    return other >= 0;
  }
}
