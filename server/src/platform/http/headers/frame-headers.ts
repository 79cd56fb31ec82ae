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
 * The sources of a preview, which has styles, images and forms of its own. All code in it is the user's, so inline
 * scripts are no loss, and handlers in attributes work. `allow-forms` lets the event `submit` come; `form-action
 * 'none'` lets nothing be sent.
 */
const PREVIEW_SOURCES = [
  "script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'",
  "style-src 'unsafe-inline' blob:",
  'img-src data: blob:',
  'font-src data: blob:',
  'media-src data: blob:',
];

/** The name of a file that is an isolated frame: one that runs code unseen, or a preview. */
export const ISOLATED_FRAME = /^run\/(frame|preview)-[^/]*\.html/;

/**
 * Returns the headers of an isolated frame. The `sandbox` directive makes its origin opaque, even if the service worker
 * serves it, and it connects to nothing. It names no source by `'self'`, because an opaque origin has none.
 */
export function frameHeaders(path: string, html: string): Record<string, string> {
  const kind = ISOLATED_FRAME.exec(path)?.[1];
  const policy = [
    "default-src 'none'",
    ...(kind === 'preview' ? PREVIEW_SOURCES : [`script-src '${hashOfScript(html)}' blob: 'wasm-unsafe-eval'`]),
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `sandbox allow-scripts${kind === 'preview' ? ' allow-forms' : ''}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': [PERMISSIONS_POLICY, ...FRAME_ONLY.map((feature) => `${feature}=()`)].join(', '),
  };
}

function hashOfScript(html: string): string {
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? '';
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
