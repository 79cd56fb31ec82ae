import { latency } from '../load/latencies.ts';
import { targetTable, table } from '../report/table.ts';
import { atMost } from '../report/targets.ts';
import type { Target } from '../report/targets.ts';
import type { LinkToTyping } from './link-to-typing.ts';
import type { WebMachine } from './machine.ts';

export type Form = 'desktop' | 'mobile';

/** One run of Lighthouse. */
export interface Audit {
  /** By category, 0 to 100. */
  scores: Record<string, number>;
  /** In milliseconds; the layout shift has no unit. */
  metrics: Record<string, number>;
  /** Audits that cost points. */
  short: string[];
  /** Lighthouse's benchmark index of this machine. */
  benchmarkIndex: number;
}

/** Lowest scores, by category. */
const SCORES: Record<Form, Record<string, number>> = {
  desktop: { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 },
  mobile: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
};
/** Limits from the tap on a link to the first typed letter, in milliseconds. */
const COLD_MS = 3_000;
const WARM_MS = 1_500;
/** Limit from a key to its letter in the layout, in milliseconds, for 99 of 100 keys: one frame. */
const GLYPH_MS = 16;

/** If the benchmark index is below this, Lighthouse warns that the machine is too slow. */
const SLOW_INDEX = 1_000;

/** Returns the median, the higher of two middle values, or NaN for an empty list. */
function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

/** Checks the median scores of a form factor against their limits. */
export function pageTargets(form: Form, audits: Audit[]): Target[] {
  return Object.entries(SCORES[form]).map(([category, least]) => {
    const measured = median(audits.map(({ scores }) => scores[category] ?? NaN));
    return { what: `Landing page, ${form}, ${category}`, limit: `≥ ${least}`, measured, isMet: measured >= least };
  });
}

/** Checks the median visits against their limits. */
export function linkTargets(visits: LinkToTyping[]): Target[] {
  return [
    atMost('Link to typing, new phone', median(visits.map(({ cold }) => cold)), COLD_MS, 'ms'),
    atMost('Link to typing, known phone', median(visits.map(({ warm }) => warm)), WARM_MS, 'ms'),
  ];
}

/** Checks the times from a key to its letter. */
export function keyTargets(times: number[]): Target[] {
  return [atMost('Key to its letter in 5,000 lines, p99', latency(times).p99, GLYPH_MS, 'ms')];
}

/** Formats the measurement as one line. */
export function summaryLine(targets: Target[]): string {
  const missed = targets.filter(({ isMet }) => !isMet).map(({ what }) => what);
  const figures = targets.map(({ what, measured }) => `${what.toLowerCase()} ${Math.round(measured)}`).join('; ');
  return `${figures}${missed.length > 0 ? `; MISSED: ${missed.join(', ')}` : ''}`;
}

/** Formats the measurement as a page. */
export function webPage(
  targets: Target[],
  audits: Record<Form, Audit[]>,
  visits: LinkToTyping[],
  keys: number[],
  machine: WebMachine & { loadBefore: number; loadAfter: number },
): string {
  const { p50, p99, max } = latency(keys);
  const { cores, cpu, memoryGb, platform, node, chromium, loadBefore, loadAfter } = machine;
  const forms = Object.entries(audits).map(([form, runs]) => {
    const of = (metric: string) => median(runs.map(({ metrics }) => metrics[metric] ?? NaN));
    const times = ['fcp', 'lcp', 'tbt', 'speedIndex'].map((metric) => Math.round(of(metric)));
    return [
      form,
      ...times,
      of('cls').toFixed(3),
      [...new Set(runs.flatMap(({ short }) => short))].join(', ') || 'none',
    ];
  });
  const index = median(Object.values(audits).flatMap((runs) => runs.map(({ benchmarkIndex }) => benchmarkIndex)));
  const seconds = (of: keyof LinkToTyping) => visits.map((visit) => (visit[of] / 1_000).toFixed(2)).join(', ');
  return [
    '# Page measurements',
    `${cores} cores (${cpu}), ${memoryGb} GB, ${platform}, Node ${node}, Chromium ${chromium}, loopback; load ` +
      `${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after. Lighthouse: median of ${audits.desktop.length}; its benchmark index of this machine is ${Math.round(index)}` +
      `${index < SLOW_INDEX ? `, and below ${SLOW_INDEX} it warns that the figures are too low` : ''}. ` +
      `Link to typing: a phone on slow 4G (150 ms, 1.6 Mbit/s) with a processor four times slower, from the tap on the link to the first typed ` +
      `letter; median of ${visits.length}; the name is typed at once. A known phone was in an interview before and has a complete cache.`,
    targetTable(targets),
    '## Lighthouse',
    table(['', 'FCP ms', 'LCP ms', 'TBT ms', 'speed index', 'CLS', 'what cost points'], forms),
    '## Link to typing, each visit in seconds',
    `New phone: ${seconds('cold')}. Known phone: ${seconds('warm')}.`,
    '## Key to its letter',
    `In 5,000 lines of a candidate's room on that phone, from the event of a key to the layout that has its letter, which ` +
      `the next frame shows: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${max.toFixed(1)} ms of ` +
      `${keys.length} keys.`,
  ].join('\n\n');
}
