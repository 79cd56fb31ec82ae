/** Address to which browsers report violations. */
export const REPORTS = '/api/csp-reports';
const REPORT_GROUP = 'csp';

/**
 * Names of Trusted Types policies: the product's default, which allows scripts of this origin and no markup from text,
 * and the code editor's own, which render lines as markup and escape them.
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

/** Returns the content security policy of every reply. */
export function contentSecurityPolicy(otherOrigins: string[]): string {
  const directives = [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // The isolated frame that runs code.
    "frame-src 'self'",
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

/** Additional directives for pages: text becomes a script or markup only through the named policies. */
export const TRUSTED_TYPES_DIRECTIVES = `require-trusted-types-for 'script'; trusted-types ${TRUSTED_TYPES.join(' ')}`;

/** Value of the `Reporting-Endpoints` header, which defines the group of `report-to`. */
export const REPORTING_ENDPOINTS = `${REPORT_GROUP}="${REPORTS}"`;

/** Browser features that no page uses. */
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
