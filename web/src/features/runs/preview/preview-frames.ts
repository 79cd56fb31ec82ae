import { openPreviewFrame } from './preview-frame.ts';
import type { PreviewFrame } from './preview-frame.ts';
import type { PreviewScripts } from './preview-scripts.ts';

/**
 * The frames of one page's previews: each program gets a fresh one, because timers and listeners of the last would act
 * in the next. A spare one waits with the packages of the last program, so that the next shows in tens of milliseconds.
 */
export class PreviewFrames {
  readonly #scripts: PreviewScripts;
  #spare: PreviewFrame | undefined;

  constructor(scripts: PreviewScripts) {
    this.#scripts = scripts;
  }

  /** Returns the spare frame if it is ready, otherwise a new one; it is seen from now on. */
  take(host: HTMLElement): PreviewFrame {
    const spare = this.#spare;
    this.#spare = undefined;
    const isReady = spare?.isReady === true && spare.element.parentElement === host;
    if (!isReady) spare?.remove();
    const frame = isReady ? spare : openPreviewFrame(host);
    Object.assign(frame.element, { hidden: false, title: 'Preview' });
    return frame;
  }

  /** Prepares a spare frame with the packages of a program that has started. */
  async prepare(host: HTMLElement, files: readonly string[], signal: AbortSignal): Promise<void> {
    const scripts = await this.#scripts.fetch(files, signal);
    if (signal.aborted || this.#spare) return;
    const spare = openPreviewFrame(host);
    for (const name of Object.keys(scripts)) spare.files.add(name);
    spare.send({ type: 'more', scripts });
    this.#spare = spare;
  }

  close(): void {
    this.#spare?.remove();
    this.#spare = undefined;
  }
}
