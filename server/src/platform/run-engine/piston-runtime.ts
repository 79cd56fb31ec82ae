import type { EngineProgram } from './adapter.ts';
import { EngineFailure } from './engine-failure.ts';

/** The limits that a request to Piston may lower, all in milliseconds. */
export interface PistonLimits {
  compile_timeout: number;
  run_timeout: number;
  run_cpu_time: number;
}

/** A language of a Piston instance. */
export interface PistonRuntime {
  language: string;
  version: string;
  /** Sent with each request; if the instance refuses them, lowered to its own. */
  limits: PistonLimits;
}

const LIMIT_REFUSAL = /^(compile_timeout|run_timeout|run_cpu_time) cannot exceed the configured limit of (\d+)/;

/**
 * Lowers the limit that a refusal names. Throws `refused` if it names none. The request may be repeated, because Piston
 * checks limits before it runs anything.
 */
export function lowerLimit(limits: PistonLimits, message: unknown): void {
  const [, field, max] = (typeof message === 'string' ? LIMIT_REFUSAL.exec(message) : null) ?? [];
  const isLower = field !== undefined && Number(max) < limits[field as keyof PistonLimits];
  if (!isLower) throw new EngineFailure('refused', 400);
  limits[field as keyof PistonLimits] = Number(max);
}

/** Returns the limits of a program, which may have a shorter one of its own. */
export function limitsOf({ limits }: PistonRuntime, { limitMs = Infinity }: EngineProgram): PistonLimits {
  const { run_timeout, run_cpu_time } = limits;
  return { ...limits, run_timeout: Math.min(run_timeout, limitMs), run_cpu_time: Math.min(run_cpu_time, limitMs) };
}

/** Returns the longest time that the program itself may take (ms). */
export function runLimit(runtime: PistonRuntime, program: EngineProgram): number {
  const { run_timeout, run_cpu_time } = limitsOf(runtime, program);
  return Math.min(run_timeout, run_cpu_time);
}
