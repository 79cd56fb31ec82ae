import { Type } from 'typebox';
import { Closed, Done, Line } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Maximum of reports per request. */
export const REPORTS_MAX = 20;

/** A violation of the content security policy, without addresses that could contain a room code. */
export const PolicyReport = Closed({
  directive: Line(60),
  /** `inline`, `eval` and the like, or the blocked origin. */
  blocked: Line(120),
  /** The first segment of the page's path. */
  page: Line(60),
  /** The product's file that caused it, if any. */
  source: Line(120),
  line: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
});
export type PolicyReport = Type.Static<typeof PolicyReport>;

/** Receives violation reports; the two formats of browsers are converted to this one. */
export const reportPolicyViolations = endpoint({
  method: 'POST',
  url: '/csp-reports',
  access: 'public',
  tag: 'Reports',
  summary: 'Report violations of the content security policy',
  body: Closed({ reports: Type.Array(PolicyReport, { maxItems: REPORTS_MAX }) }),
  reply: Done,
});
