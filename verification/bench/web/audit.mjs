// Runs Lighthouse once for a URL, "desktop" or "mobile", and a browser path, and writes the figures as JSON. Each run
// has its own process, so that no cache is warm.
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const METRICS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  speedIndex: 'speed-index',
};

const [url = '', form = 'mobile', chromePath = ''] = process.argv.slice(2);
const chrome = await launch({ chromePath, chromeFlags: FLAGS, ignoreDefaultFlags: true });
try {
  const ran = await lighthouse(
    url,
    { port: chrome.port, logLevel: 'silent' },
    form === 'desktop' ? desktopConfig : undefined,
  );
  if (!ran) throw new Error('Lighthouse gave no result');
  const { categories, audits, environment } = ran.lhr;
  const scores = Object.fromEntries(
    Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
  );
  const metrics = Object.fromEntries(Object.entries(METRICS).map(([name, id]) => [name, audits[id]?.numericValue]));
  // If an audit costs points, it explains a missed target.
  const weighted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  const short = [...new Set(weighted.map(({ id }) => id))].filter((id) => (audits[id]?.score ?? 1) < 0.9);
  process.stdout.write(JSON.stringify({ scores, metrics, short, benchmarkIndex: environment.benchmarkIndex }));
} finally {
  chrome.kill();
}
