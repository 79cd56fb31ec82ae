import { EditorView, ViewPlugin } from '@codemirror/view';

/**
 * Scrolls the cursor's whole line into view if the focused editor becomes lower, for example because a phone's keyboard
 * opens.
 */
export const revealOnShrink = ViewPlugin.define((view) => {
  let height = view.scrollDOM.clientHeight;
  const observer = new ResizeObserver(() => {
    const before = height;
    height = view.scrollDOM.clientHeight;
    if (height >= before || !view.hasFocus) return;
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'nearest' }) });
  });
  observer.observe(view.scrollDOM);
  return { destroy: () => observer.disconnect() };
});
