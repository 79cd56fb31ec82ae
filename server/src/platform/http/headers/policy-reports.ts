import { REPORTS_MAX, type PolicyReport } from '@cip/contracts/protocol/browser-reports';

type Json = Record<string, unknown>;

/**
 * Converts a browser's `csp-report` or list of reports. Of addresses only the origin or the first path segment is kept,
 * of the blocked code nothing, and reports about browser extensions are dropped.
 */
export function readPolicyReports(body: unknown): { reports: PolicyReport[] } {
  const list = Array.isArray(body) ? body.slice(0, REPORTS_MAX) : [body];
  const reports = list.flatMap((entry) => {
    const report = isJson(entry) ? (entry['csp-report'] ?? entry['body']) : undefined;
    return isJson(report) ? readReport(report) : [];
  });
  return { reports };
}

function readReport(report: Json): PolicyReport[] {
  const text = (...names: string[]) => names.map((name) => report[name]).find((value) => typeof value === 'string');
  const source = text('source-file', 'sourceFile') ?? '';
  if (/^[a-z-]+-extension:/.test(source)) return [];
  const line = report['line-number'] ?? report['lineNumber'];
  return [
    {
      directive: word(text('effective-directive', 'effectiveDirective', 'violated-directive') ?? ''),
      blocked: blockedBy(text('blocked-uri', 'blockedURL') ?? ''),
      page: pageOf(text('document-uri', 'documentURL') ?? ''),
      source: /\/assets\/[\w./-]{1,100}/.exec(source)?.[0] ?? '',
      line: typeof line === 'number' && line >= 0 && line <= 10_000_000 ? Math.trunc(line) : 0,
    },
  ];
}

function word(value: string): string {
  return value.replaceAll(/[^a-z-]+.*$/gs, '').slice(0, 60);
}

function blockedBy(value: string): string {
  if (/^[a-z-]{1,40}$/.test(value)) return value;
  if (!URL.canParse(value)) return '';
  const { protocol, host } = new URL(value);
  return `${protocol}${host && `//${host.replaceAll(/[^a-z\d.:[\]-]/g, '')}`}`.slice(0, 120);
}

function pageOf(value: string): string {
  if (!URL.canParse(value)) return '';
  const [, first = '', rest] = new URL(value).pathname.split('/');
  return `/${word(first)}${rest === undefined ? '' : '/…'}`;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
