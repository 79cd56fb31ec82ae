import { createHash } from 'node:crypto';
import { PERMISSIONS_POLICY } from './content-security-policy.ts';

/** Further features, besides `PERMISSIONS_POLICY`, that the isolated frame must not have. */
const FRAME_ONLY = [
  'clipboard-read',
  'clipboard-write',
  'fullscreen',
  'publickey-credentials-create',
  'screen-wake-lock',
];

/**
 * Returns the headers of the isolated frame that runs code. The `sandbox` directive makes its origin opaque, even if
 * the service worker serves it; it may run its one script and blobs, and connect to nothing. It names no source by
 * `'self'`, because an opaque origin has none.
 */
export function frameHeaders(html: string): Record<string, string> {
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': [PERMISSIONS_POLICY, ...FRAME_ONLY.map((feature) => `${feature}=()`)].join(', '),
  };
}
