import type { RunFile } from '@cip/contracts/runs/runs';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import { isRefusingOthers } from '../../../features/runs/panel/run-settings.ts';
import { isPreviewable, makesPages } from '../../../features/runs/preview/previewable.ts';
import { Preview } from '../../../features/runs/preview/preview.ts';
import { withTestPage } from '../../../features/runs/preview/test-page.ts';
import type { Program, Sandbox } from '../../../features/runs/sandbox/sandbox-types.ts';
import { programHash } from '../../../features/runs/state/run-id.ts';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { followRuns } from './follow-previews.ts';
import { filesOf, onTextChange } from './room-texts.ts';

/** How long typing may go on before the page notices that the files make a page (ms). */
const NOTICED_WITHIN_MS = 500;

/** Opens the preview of a room. `press` is the press on Run. */
export function openPreview(room: EditorRoom, press: () => void): Preview {
  const preview = new Preview({
    show: () => room.panes.showPreview(),
    run: press,
    leave: () => leavePreview(room),
    isTouchOnly: isTouchOnly(),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    const { language } = room.connection.store.get();
    // Asked first, because the texts are long and this runs while people type.
    preview.offer(makesPages(language) && isPreviewable(language, filesOf(room)));
  };
  const lookSoon = () => (timer ??= setTimeout(look, NOTICED_WITHIN_MS));
  const { unsubscribe } = room.connection.store.subscribe(lookSoon);
  const texts = onTextChange(room, lookSoon);
  lookSoon();
  room.onLeave(() => {
    clearTimeout(timer);
    unsubscribe();
    texts();
    preview.remove();
  });
  return preview;
}

/** Shows the present texts. */
export function refreshPreview(room: EditorRoom, preview: Preview): void {
  preview.refresh(filesOf(room));
}

/** Leads from the preview to the code. */
export function leavePreview({ panes, editor }: EditorRoom): void {
  panes.uncover();
  // A phone shows its editor only then.
  setTimeout(() => editor.get()?.focus());
}

/**
 * Returns a sandbox that shows programs which make a page, runs tests that draw into one, and gives others to
 * `sandbox`.
 */
export function withPreview(sandbox: Sandbox, preview: Preview, room: EditorRoom): Sandbox {
  const others = withTestPage(sandbox, preview.executeTests);
  return {
    ...others,
    execute(program, events) {
      const files = filesOfProgram(program, room);
      const { language, tests, limitMs } = program;
      if (tests === undefined && isPreviewable(language, files)) return preview.execute(files, limitMs, events);
      return others.execute(program, events);
    },
  };
}

/** Shows the runs of other devices here, each from the same text. */
export function followOthers(room: EditorRoom, session: RunSession, preview: Preview): void {
  const hash = () => programHash(session.room);
  const stop = followRuns(session.store, {
    isWanted: (language) => !isRefusingOthers.get() && isPreviewable(language, filesOf(room)),
    hash,
    onTextChange: session.room.onTextChange,
    panes: room.panes,
    show: (of) => preview.refresh(filesOf(room), of),
    offer: () => preview.offer(true),
  });
  room.onLeave(stop);
}

function filesOfProgram({ files, code }: Program, { connection }: EditorRoom): RunFile[] {
  const [first] = connection.store.get().files.files;
  return files ?? [{ name: first?.name ?? 'main.js', content: code }];
}
