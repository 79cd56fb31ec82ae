import { RUN_ALIVE_MS } from '@cip/contracts/runs/run-limits';
import type { RunPiece } from '@cip/contracts/runs/runs';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { EngineProgram } from '../../platform/run-engine/adapter.ts';
import type { RunEngine } from '../../platform/run-engine/run-engine.ts';
import { addOutput, endRun, type RunRef } from './run-output.service.ts';
import { countEngineRuns, touchRun } from './runs.repository.ts';

/** Runs of one company that the engine executes in parallel. */
const ENGINE_RUNS_MAX = 4;

/** The executions of each node, by the id of the run. */
const executions = new WeakMap<RunEngine, Map<string, AbortController>>();

/** Throws `invalid` if the engine cannot run the language, `limit_reached` while the company has enough runs on it. */
export async function requireEngine(
  { db, runEngine }: Pick<AppContext, 'db' | 'runEngine'>,
  { companyId }: { companyId: string },
  language: string,
): Promise<void> {
  if (!runEngine?.languages().includes(language)) throw new AppError('invalid', 'This language cannot be run here.');
  if ((await countEngineRuns(db, companyId)) >= ENGINE_RUNS_MAX)
    throw new AppError('limit_reached', 'Other runs of your company are not finished. Try again in a moment.');
}

/** Executes a run on the engine and stores its output and end. Never rejects: a run without an end is lost later. */
export async function executeOnEngine(
  ctx: AppContext,
  { interviewId, id }: { interviewId: string; id: string },
  program: EngineProgram,
): Promise<void> {
  const ref: RunRef = { interviewId, id, runnerId: null };
  const abort = new AbortController();
  const here = executionsOf(ctx);
  here?.set(id, abort);
  const alive = setInterval(() => void stopWhenAsked(ctx, ref, abort), RUN_ALIVE_MS);
  const pieces = new PieceQueue(ctx, ref);
  try {
    const output = (stream: 'out' | 'err', text: string) => pieces.add(stream, text);
    const end = await ctx.runEngine?.run(program, abort.signal, { output });
    await pieces.flush();
    if (end) await endRun(ctx, ref, abort.signal.aborted ? { ...end, reason: 'stopped' } : end);
  } catch (error) {
    ctx.log.warn({ err: error }, 'a run on the engine failed');
  } finally {
    clearInterval(alive);
    here?.delete(id);
  }
}

/** Stops a run that this node executes on the engine; does nothing for others. */
export function stopOnEngine(ctx: Pick<AppContext, 'runEngine'>, id: string): void {
  executionsOf(ctx)?.get(id)?.abort();
}

function executionsOf({ runEngine }: Pick<AppContext, 'runEngine'>): Map<string, AbortController> | null {
  if (!runEngine) return null;
  const known = executions.get(runEngine);
  if (known) return known;
  const added = new Map<string, AbortController>();
  executions.set(runEngine, added);
  return added;
}

// The request to stop may have reached another node, so the engine's node looks for it.
async function stopWhenAsked({ db }: Pick<AppContext, 'db'>, ref: RunRef, abort: AbortController): Promise<void> {
  const state = await touchRun(db, ref).catch(() => ({ isStopping: false }));
  if (!state || state.isStopping) abort.abort();
}

/** Stores output piece after piece; output that comes while a piece is stored goes into the next. */
class PieceQueue {
  readonly #ctx: AppContext;
  readonly #ref: RunRef;
  readonly #startedAt = Date.now();
  readonly #waiting: Pick<RunPiece, 'stream' | 'text'>[] = [];
  #seq = 0;
  #storing: Promise<void> | null = null;

  constructor(ctx: AppContext, ref: RunRef) {
    this.#ctx = ctx;
    this.#ref = ref;
  }

  add(stream: 'out' | 'err', text: string): void {
    const last = this.#waiting.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.#waiting.push({ stream, text });
    // A failure stays, so that no later piece hides that one is missing; flush rejects with it.
    this.#storing ??= this.#store().then(() => void (this.#storing = null));
    this.#storing.catch(() => {});
  }

  /** Resolves when everything is stored. Rejects if a piece cannot be. */
  async flush(): Promise<void> {
    await this.#storing;
  }

  async #store(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      await addOutput(this.#ctx, this.#ref, { seq: this.#seq++, at: Date.now() - this.#startedAt, ...next });
  }
}
