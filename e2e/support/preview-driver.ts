import { readFileSync } from 'node:fs';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { ProgramPage } from './sandbox.ts';

const SOURCE = 'src/features/runs/preview/preview.ts';

interface Shown {
  out: string;
  err: string;
  end: RunEnd;
}

interface PagePreview {
  store: { get(): { console: string } };
  attach(place: HTMLElement): void;
  execute(
    files: object[],
    limitMs: number | undefined,
    events: { output: (stream: string, text: string) => void; progress: () => void },
  ): { ended: Promise<RunEnd>; stop(): void };
  executeTests(
    program: { files: object[]; tests: string[]; limitMs: number | undefined },
    events: { output: (stream: string, text: string) => void; progress: () => void },
  ): { ended: Promise<RunEnd>; stop(): void };
}
declare global {
  interface Window {
    preview?: PagePreview;
    pressed?: string[];
  }
}

/** Opens the product's preview in a page, beside a field that has the focus, without the screens that use it. */
export async function openPreview(page: ProgramPage): Promise<void> {
  const manifest = JSON.parse(readFileSync('web/dist/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;
  await page.evaluate(async (path) => {
    const { Preview } = (await import(path)) as { Preview: new (room: object) => PagePreview };
    const pressed: string[] = [];
    const field = Object.assign(document.createElement('input'), { id: 'code' });
    const place = document.createElement('div');
    document.body.replaceChildren(field, place);
    window.preview = new Preview({
      show: () => undefined,
      run: () => pressed.push('run'),
      leave: () => {
        pressed.push('leave');
        field.focus();
      },
      isTouchOnly: false,
    });
    window.pressed = pressed;
    window.preview.attach(place);
    field.focus();
  }, `/${manifest[SOURCE]?.file}`);
}

/** Shows a program as a run, until that is over. */
export function showFiles(page: ProgramPage, files: Record<string, string>, limitMs?: number): Promise<Shown> {
  return page.evaluate(
    async ({ list, limit }) => {
      if (!window.preview) throw new Error('The preview is not open');
      const shown = { out: '', err: '' };
      const execution = window.preview.execute(list, limit, {
        output: (stream, text) => (shown[stream === 'err' ? 'err' : 'out'] += text),
        progress: () => undefined,
      });
      const end = await execution.ended;
      // As the next run does, also one without a preview: the page stays.
      execution.stop();
      return { ...shown, end };
    },
    { list: Object.entries(files).map(([name, content]) => ({ name, content })), limit: limitMs },
  );
}

/** Runs the test files among these in a page of their own. */
export function testFiles(page: ProgramPage, files: Record<string, string>, limitMs?: number): Promise<Shown> {
  return page.evaluate(
    async ({ list, limit }) => {
      if (!window.preview) throw new Error('The preview is not open');
      const shown = { out: '', err: '' };
      const tests = list.map(({ name }) => name).filter((name) => name.includes('.test.'));
      const execution = window.preview.executeTests(
        { files: list, tests, limitMs: limit },
        {
          output: (stream, text) => (shown[stream === 'err' ? 'err' : 'out'] += text),
          progress: () => undefined,
        },
      );
      return { end: await execution.ended, ...shown };
    },
    { list: Object.entries(files).map(([name, content]) => ({ name, content })), limit: limitMs },
  );
}
