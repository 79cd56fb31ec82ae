import type { Attempt, Outcome } from './adapter.ts';
import { EngineFailure } from './engine-failure.ts';
import type { SendRequest } from './engine-http.ts';
import { exitCodeOf, fieldsOf, textOf, textOrNull } from './json-shape.ts';
import { pistonJob } from './piston-job.ts';
import { lowerLimit, runLimit, type PistonRuntime } from './piston-runtime.ts';
import { stageOutcome } from './piston-stage.ts';

/** Runs a program with one request; the output comes at the end, after the whole input. */
export async function executeOnPiston(send: SendRequest, runtime: PistonRuntime, attempt: Attempt): Promise<Outcome> {
  const startedAt = performance.now();
  const body = { ...pistonJob(runtime, attempt.program), stdin: attempt.program.stdin };
  const answer = await send('/api/v2/execute', { signal: attempt.signal, body });
  if (answer.status === 400) {
    // Each refusal lowers a limit or throws, so this ends.
    lowerLimit(runtime.limits, fieldsOf(answer.body)['message']);
    return executeOnPiston(send, runtime, attempt);
  }
  if (answer.status !== 200) throw new EngineFailure('refused', answer.status);
  return readResult(answer.body, attempt, runtime, performance.now() - startedAt);
}

function readResult(body: unknown, { program, write }: Attempt, runtime: PistonRuntime, elapsedMs: number): Outcome {
  const { compile, run } = fieldsOf(body);
  if (compile !== undefined && compile !== null) {
    const compiled = fieldsOf(compile);
    for (const stream of ['stdout', 'stderr']) write('err', textOf(compiled[stream]));
    const outcome = stageOutcome(stageEnd('compile', compiled, elapsedMs), runtime.limits.compile_timeout);
    // If a program was not compiled, it has the same result a second time, as `run`.
    if (outcome.reason !== 'finished') return outcome;
  }
  const result = fieldsOf(run);
  if (!('code' in result)) throw new EngineFailure('unreadable', 200);
  write('out', textOf(result['stdout']));
  write('err', textOf(result['stderr']));
  return stageOutcome(stageEnd('run', result, elapsedMs), runLimit(runtime, program));
}

function stageEnd(stage: 'compile' | 'run', result: Record<string, unknown>, elapsedMs: number) {
  const wallTime = result['wall_time'];
  return {
    stage,
    code: exitCodeOf(result['code']),
    signal: textOrNull(result['signal']),
    status: textOrNull(result['status']),
    ms: typeof wallTime === 'number' && wallTime >= 0 ? wallTime : elapsedMs,
  };
}
