import type { RunEnd } from '@cip/contracts/runs/runs';
import type { ExecutionEvents, Program, Sandbox } from '../sandbox/sandbox-types.ts';

export const FINISHED: RunEnd = {
  reason: 'finished',
  exitCode: 0,
  ms: 120,
  omitted: 0,
  tail: '',
  error: null,
  needsInput: false,
};

interface FakeExecution {
  program: Program;
  events: ExecutionEvents;
  isStopped: boolean;
  answers: (string | null)[];
  end: (end?: Partial<RunEnd>) => void;
}

/** A sandbox whose executions follow the test's commands. */
export class FakeSandbox implements Sandbox {
  readonly executions: FakeExecution[] = [];

  get last(): FakeExecution {
    const execution = this.executions.at(-1);
    if (!execution) throw new Error('Nothing was executed');
    return execution;
  }

  execute(program: Program, events: ExecutionEvents) {
    let resolve: (end: RunEnd) => void = () => undefined;
    const ended = new Promise<RunEnd>((settle) => (resolve = settle));
    const execution: FakeExecution = {
      program,
      events,
      isStopped: false,
      answers: [],
      end: (end) => resolve({ ...FINISHED, ...end }),
    };
    this.executions.push(execution);
    const stop = () => {
      execution.isStopped = true;
      execution.end({ reason: 'stopped', exitCode: null });
    };
    const answer = (text: string | null) => {
      execution.answers.push(text);
      events.output('in', `${text}\n`);
    };
    return { ended, stop, answer };
  }

  close(): void {}
}
