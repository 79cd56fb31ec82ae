import { Type } from 'typebox';
import { Closed, Done, Line } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Reports taken from one request. */
export const REPORTS_MAX = 20;

/** What a browser refused because of the content security policy, without addresses that could name a room. */
export const PolicyReport = Closed({
  directive: Line(60),
  /** `inline`, `eval` and the like, or the origin something should have come from. */
  blocked: Line(120),
  /** The first part of the page's path. */
  page: Line(60),
  /** The file of ours it happened in, if any. */
  source: Line(120),
  line: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
});
export type PolicyReport = Type.Static<typeof PolicyReport>;

/** Browsers send their own two formats, which are read into this one. */
export const reportPolicyViolations = endpoint({
  method: 'POST',
  url: '/csp-reports',
  access: 'public',
  summary: 'Take reports of what the content security policy refused',
  body: Closed({ reports: Type.Array(PolicyReport, { maxItems: REPORTS_MAX }) }),
  reply: Done,
  status: 200,
});
