/** The element that had the focus before a modal dialog. */
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();

/** Gives jsdom the modal dialogs that it lacks: the focus moves into them and returns. */
export function defineModalDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    focusedBefore.set(this, document.activeElement);
    this.open = true;
    (this.querySelector<HTMLElement>('input, button') ?? this).focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    const before = focusedBefore.get(this);
    if (before instanceof HTMLElement) before.focus();
    this.dispatchEvent(new Event('close'));
  };
}
