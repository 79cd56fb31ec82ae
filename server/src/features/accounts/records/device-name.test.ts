import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const AGENT = 'Mozilla/5.0';

it.each([
  [`${AGENT} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36`, 'Chrome on Linux'],
  [`${AGENT} (Windows NT 10.0; Win64) Chrome/156.0 Safari/537.36 Edg/156.0`, 'Edge on Windows'],
  [`${AGENT} (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15`, 'Safari on macOS'],
  [`${AGENT} (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/156 Mobile Safari/604.1`, 'Chrome on iPhone'],
  [`${AGENT} (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0`, 'Firefox on Android'],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('names %s as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
