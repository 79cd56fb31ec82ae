import { describe, expect, it } from 'vitest';
import { latency } from './latencies.ts';

describe('latency', () => {
  it('returns the nearest rank of each quantile', () => {
    const samples = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(latency(samples)).toEqual({ p50: 100, p99: 198, max: 200 });
  });

  it('returns NaN without samples', () => {
    expect(latency([])).toEqual({ p50: NaN, p99: NaN, max: NaN });
  });
});
