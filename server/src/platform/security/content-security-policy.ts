/** Where browsers tell of what the policy refused. */
const REPORTS = '/api/csp-reports';
const REPORT_GROUP = 'csp';

/**
 * Names of Trusted Types policies: ours by default, which lets scripts come from this origin alone and no markup be
 * made from text; the rest are those of the code editor, which makes its lines that way and escapes them itself.
 */
const TRUSTED_TYPES = [
  'default',
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'dompurify',
  'domLineBreaksComputer',
  'editorGhostText',
  'editorViewLayer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'stickyScrollViewLayer',
  'tokenizeToString',
];

/** The policy of every page, and of everything else this server answers with. */
export function contentSecurityPolicy(otherOrigins: string[]): string {
  const directives = [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://checkout.stripe.com",
    "script-src 'self' 'wasm-unsafe-eval'",
    // Nonces for styles do not work with Monaco.
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' data:",
    ["connect-src 'self'", ...otherOrigins].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `report-uri ${REPORTS}`,
    `report-to ${REPORT_GROUP}`,
  ];
  return directives.join('; ');
}

/** What a page's policy holds beside: text becomes a script or markup only through the named policies. */
export const TRUSTED_TYPES_DIRECTIVES = `require-trusted-types-for 'script'; trusted-types ${TRUSTED_TYPES.join(' ')}`;

/** The value of the header that names the group of `report-to`. */
export const REPORTING_ENDPOINTS = `${REPORT_GROUP}="${REPORTS}"`;

/** What no page of ours uses. */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');
