import { Notice } from './Notice.tsx';

/** Shows why what the user pressed failed; nothing if `text` is null. It comes into view, because it may be far above. */
export function Problem({ text, onDismiss }: { text: string | null; onDismiss?: () => void }) {
  if (text === null) return null;
  return (
    <Notice tone="bad" ref={intoView} {...(onDismiss && { onDismiss })}>
      {text}
    </Notice>
  );
}

function intoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView?.({ block: 'nearest' });
}
