import { chromium } from '@playwright/test';
import type { CDPSession } from '@playwright/test';
import { devices } from '../../../e2e/support/devices.ts';
import { CPU_TIMES, waitForCondition } from './phone.ts';

const LINES = 5_000;
const KEYS = 200;
/** Pause between two keys, in milliseconds: a fast typist's. */
const EVERY_MS = 80;
const CODE = '.cm-content[contenteditable=true]';

/**
 * Types in the middle of a file of 5,000 lines in the candidate's room, on a phone with a processor four times slower.
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
    // What the insertion began (sending, saving, colors) is not what is measured.
    await page.waitForTimeout(3_000);
    await debuggerOfPage.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES });
    await debuggerOfPage.send('Runtime.evaluate', { expression: `(${record.toString()})()` });
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press('a');
      await page.waitForTimeout(EVERY_MS);
    }
    await waitForCondition(debuggerOfPage, `globalThis.keyTimes.length >= ${KEYS}`);
    return await timesOf(debuggerOfPage);
  } finally {
    await browser.close();
  }
}

/** Runs in the page: pastes a text where the caret is. */
function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

/** Runs in the page: notes the time from each key's event until its line is laid out with one letter more. */
function record(): void {
  const times: number[] = [];
  Object.assign(globalThis, { keyTimes: times });
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
}

async function timesOf(debuggerOfPage: CDPSession): Promise<number[]> {
  const { result } = await debuggerOfPage.send('Runtime.evaluate', {
    expression: 'globalThis.keyTimes',
    returnByValue: true,
  });
  return result.value as number[];
}
