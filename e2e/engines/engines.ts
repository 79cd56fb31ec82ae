import { firefoxOfMachine, webKitOfMachine } from '../../scripts/engines.mjs';
import type { Engine } from './engine-page.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

interface InstalledEngine {
  name: string;
  start(device: { isPhone: boolean }): Promise<Engine>;
}

/** Returns the engines of this machine besides Chromium. `test:all` names each missing engine. */
export function installedEngines(): InstalledEngine[] {
  const engines: InstalledEngine[] = [];
  const firefox = firefoxOfMachine();
  if (firefox) engines.push({ name: 'Firefox', start: (device) => startFirefox(firefox, device) });
  const webKit = webKitOfMachine();
  if (webKit) engines.push({ name: 'WebKit', start: () => startWebKit(webKit) });
  return engines;
}
