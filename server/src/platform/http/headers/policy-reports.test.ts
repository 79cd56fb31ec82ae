import { reportPolicyViolations } from '@cip/contracts/protocol/browser-reports';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { readPolicyReports } from './policy-reports.ts';

const OLD = {
  'csp-report': {
    'document-uri': 'https://interviews.example/codeshare/private-room-secret?name=Ada',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/steal.js?token=abc',
    'source-file': 'https://interviews.example/assets/main-1a2b.js?x',
    'line-number': 7,
    'script-sample': 'const password = "hunter2"',
  },
};
const NEW = [
  {
    type: 'csp-violation',
    url: 'https://interviews.example/editor?room=private-room-secret',
    body: {
      documentURL: 'https://interviews.example/editor?room=private-room-secret',
      effectiveDirective: 'require-trusted-types-for',
      blockedURL: 'trusted-types-sink',
      sample: 'Element innerHTML|private-room-secret',
    },
  },
];

const REPORT = { directive: 'script-src', blocked: 'inline', page: '/login', source: '', line: 0 };

describe('a report', () => {
  it('reads a report in the old format', () => {
    expect(readPolicyReports(OLD).reports).toEqual([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/codeshare/…',
        source: '/assets/main-1a2b.js',
        line: 7,
      },
    ]);
  });

  it('reads a report in the new format', () => {
    expect(readPolicyReports(NEW).reports).toEqual([
      { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', page: '/editor', source: '', line: 0 },
    ]);
  });

  it('drops a report about a browser extension', () => {
    const report = { 'blocked-uri': 'inline', 'source-file': 'chrome-extension://abc/content.js' };

    expect(readPolicyReports({ 'csp-report': report }).reports).toEqual([]);
  });

  it.each([null, 1, 'x', [], [[[]]], {}, { 'csp-report': 1 }, [{ body: { lineNumber: 'x', blockedURL: {} } }]])(
    'does not throw for a malformed report: %j',
    (body) => {
      expect(readPolicyReports(body).reports.length).toBeLessThanOrEqual(1);
    },
  );
});

describe('the report endpoint', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ env: { RATE_LIMITS: 'on', LOG_LEVEL: 'silent' } });
  });
  afterAll(() => node.close());

  const send = (contentType: string, payload: string, remoteAddress = '127.0.0.1') =>
    node.app.inject({
      method: 'POST',
      url: '/api/csp-reports',
      remoteAddress,
      headers: { 'content-type': contentType },
      payload,
    });

  it.each([
    ['application/csp-report', OLD],
    ['application/reports+json', NEW],
  ])('accepts %s and logs no address, code or sample', async (contentType, body) => {
    const warn = vi.spyOn(node.ctx.log, 'warn');
    const { statusCode } = await send(contentType, JSON.stringify(body));

    expect(statusCode).toBe(200);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/secret|Ada|token|hunter2|\?/);
    warn.mockRestore();
  });

  it('refuses other media types and malformed reports', async () => {
    expect((await send('application/csp-report', '{')).statusCode).toBe(400);
    expect((await send('application/csp-report', `"${'x'.repeat(20_000)}"`)).statusCode).toBe(413);
    expect((await send('text/plain', 'x')).statusCode).toBe(422);
    const { status } = await call(node.app, reportPolicyViolations, { body: { reports: [{ ...REPORT, line: -1 }] } });
    expect(status).toBe(422);
  });

  it('limits reports by network', async () => {
    const body = { reports: [REPORT] };
    const address = '192.0.2.1';
    for (let sent = 0; sent < 60; sent++)
      expect((await call(node.app, reportPolicyViolations, { body, address })).status).toBe(200);

    expect((await call(node.app, reportPolicyViolations, { body, address })).status).toBe(429);
  });
});
