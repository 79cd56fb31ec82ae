import type { Latency } from './commands.ts';

/** Summarizes latencies in milliseconds. If there are no samples, every figure is NaN, which meets no target. */
export function latency(samples: number[]): Latency {
  const sorted = Float64Array.from(samples).sort();
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
