import { describe, expect, it } from 'vitest';
import type { Try } from '../measures/typing.ts';
import type { ProtocolName } from '../load/commands.ts';
import { summarise } from './summary.ts';
import { checkTargets } from './targets.ts';

const tried = (cpuPerEditUs: number, change: Partial<Try> = {}): Try => ({
  rooms: 50,
  edits: 100,
  fanOut: { p50: 1, p99: 10, max: 20 },
  ack: { p50: 2, p99: 12, max: 30 },
  undelivered: 0,
  refused: 0,
  isTextEqual: true,
  lateP99: 1,
  generatorBusy: 0.2,
  cpuPerEditUs,
  serverBusy: 0.3,
  disturbance: { others: 0, stolen: 0, isTooMuch: false },
  isClean: true,
  ...change,
});

const under = (contender: ProtocolName, rooms: number) => ({ contender, rooms, hasFlags: true });

describe('the summary of tries', () => {
  it('ignores disturbed tries and their faults', () => {
    const tries = [tried(90), tried(900, { isClean: false, refused: 7 }), tried(100), tried(110)];
    expect(summarise(under('own', 50), tries)).toMatchObject({
      cpuPerEditUs: 100,
      faults: 0,
      discarded: 1,
      isClean: true,
    });
  });

  it('marks a summary that has disturbed tries only', () => {
    expect(summarise(under('own', 50), [tried(90, { isClean: false })])).toMatchObject({
      discarded: 0,
      isClean: false,
    });
  });

  it('checks no target against disturbed tries', () => {
    const cold = { edits: 1, rows: 1, cpuMs: 20, waitMs: 20 };
    const rows = [
      summarise(under('own', 50), [tried(90, { isClean: false })]),
      summarise(under('hocuspocus', 50), [tried(100)]),
    ];
    const targets = checkTargets({ rows, memory: {}, coldJoin: { compacted: cold, whole: cold } });
    expect(targets.find(({ what }) => what === 'CPU per edit against Hocuspocus')).toMatchObject({
      measured: NaN,
      isMet: false,
    });
  });

  it('checks the largest size against the targets and fails those without a figure', () => {
    const cold = { edits: 1, rows: 1, cpuMs: 20, waitMs: 20 };
    const rows = [
      summarise(under('own', 50), [tried(1_000)]),
      summarise({ ...under('hocuspocus', 200), hasFlags: false }, [tried(9_000)]),
      summarise(under('own', 200), [tried(100)]),
      summarise(under('hocuspocus', 200), [tried(125, { fanOut: { p50: 1, p99: 80, max: 99 } })]),
    ];
    const targets = checkTargets({ rows, memory: { own: 20 }, coldJoin: { compacted: cold, whole: cold } });
    const held = Object.fromEntries(targets.map(({ what, isMet }) => [what, isMet]));
    expect(held).toMatchObject({
      'Fan-out p99 against Hocuspocus': true,
      'CPU per edit against Hocuspocus': true,
      'Fan-out p99 against y-websocket': false,
    });
  });
});
