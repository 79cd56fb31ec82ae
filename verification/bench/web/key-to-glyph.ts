import { chromium } from '@playwright/test';
import { devices } from '../../../testkit/devices.ts';
import { CPU_TIMES } from './link-to-typing.ts';

const LINES = 5_000;
const KEYS = 200;
/** Pause between two keys, in milliseconds: a fast typist's. */
const EVERY_MS = 80;
const CODE = '.cm-content[contenteditable=true]';

/**
 * Types near the end of a file of 5,000 lines in the candidate's room, on a phone with a processor four times slower.
 * Returns for each key the milliseconds from its event to the layout that has its letter; the next frame shows it.
 */
export async function measureKeyToGlyph(executablePath: string, args: string[], link: string): Promise<number[]> {
  const browser = await chromium.launch({ executablePath, args });
  try {
    const context = await browser.newContext({ ...devices.phone, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const debuggerOfPage = await context.newCDPSession(page);
    await page.goto(link);
    await page.locator('input[autocomplete=name]').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.locator(CODE).focus();
    await page.keyboard.press('Control+End');
    const lines = Array.from({ length: LINES }, (_, line) => `select ${line} from orders;`);
    await page.evaluate(paste, `\n${lines.join('\n')}`);
    for (let line = 0; line < 3; line++) await page.keyboard.press('PageUp');
    await page.keyboard.press('End');
    // The insertion is sent, saved and colored, and the app is cached, before the measurement starts.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(5_000);
    await debuggerOfPage.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES });
    const times = await page.evaluateHandle(record);
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press('a');
      await page.waitForTimeout(EVERY_MS);
    }
    await page.waitForFunction(([noted, keys]) => noted.length >= keys, [times, KEYS] as const);
    return await times.jsonValue();
  } finally {
    await browser.close();
  }
}

/** Runs in the page: pastes a text at the caret. */
function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

/** Runs in the page: returns the list of times, which grows, from a key's event until its line is laid out with it. */
function record(): number[] {
  const times: number[] = [];
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const line = () => {
        const { anchorNode } = getSelection() ?? {};
        const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
        return element?.closest('.cm-line');
      };
      const before = line()?.textContent?.length ?? 0;
      const observer = new MutationObserver(() => {
        const now = line();
        if ((now?.textContent?.length ?? 0) <= before) return;
        observer.disconnect();
        now?.getBoundingClientRect();
        times.push(performance.now() - timeStamp);
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    { capture: true },
  );
  return times;
}
