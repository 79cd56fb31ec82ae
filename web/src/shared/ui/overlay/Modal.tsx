import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import { isOfInputMethod } from '../../input-method.ts';
import { raiseToasts } from '../feedback/raise-toasts.ts';

interface ModalProps extends Pick<
  ComponentProps<'dialog'>,
  'role' | 'className' | 'style' | 'children' | 'aria-label' | 'aria-labelledby' | 'aria-describedby'
> {
  'data-wide'?: boolean;
  /** Called on Escape and on a click outside; without it, neither closes the modal. */
  onClose: (() => void) | undefined;
}

/** The open modals, the top one last. */
const openModals: HTMLDialogElement[] = [];

/** Renders a modal over the page; it is open for as long as it is rendered, and then the focus returns. */
export function Modal({ onClose, children, ...native }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useEffectEvent(() => onClose?.());
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const { documentElement: root } = document;
    if (openModals.length === 0) root.style.setProperty('--scroll-bar', `${window.innerWidth - root.clientWidth}px`);
    openModals.push(dialog);
    const showOthers = hideOthers(dialog);
    dialog.showModal();
    raiseToasts();
    // Its content comes after, because an element can take the focus only in an open dialog.
    setOpen(true);
    const stopListening = listenForClose(dialog, () => close());
    return () => {
      stopListening();
      showOthers();
      openModals.splice(openModals.indexOf(dialog), 1);
      dialog.close();
    };
  }, []);
  return createPortal(
    <dialog ref={ref} tabIndex={-1} {...native}>
      {isOpen && children}
    </dialog>,
    document.body,
  );
}

/** Hides the page behind a modal from tools that do not know that it is inert. Returns a function that shows it. */
function hideOthers(dialog: HTMLDialogElement): () => void {
  const others = [...document.body.children].filter((each) => each !== dialog && !each.hasAttribute('aria-hidden'));
  for (const each of others) each.setAttribute('aria-hidden', 'true');
  return () => {
    for (const each of others) each.removeAttribute('aria-hidden');
  };
}

/** Calls `close` if the user closes a dialog, which stays open. Returns a function that stops this. */
function listenForClose(dialog: HTMLDialogElement, close: () => void): () => void {
  const untilGone = new AbortController();
  const { signal } = untilGone;
  let isPressedOutside = false;
  dialog.addEventListener('mousedown', (event) => (isPressedOutside = isOutside(dialog, event)), { signal });
  dialog.addEventListener('click', (event) => isPressedOutside && isOutside(dialog, event) && close(), { signal });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || openModals.at(-1) !== dialog || isOfInputMethod(event)) return;
    // Prevented, because the browser would close the dialog itself, and a modal below must not hear the key.
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  };
  // On the document, because the page has the focus once the focused button is removed or disabled.
  document.addEventListener('keydown', onKey, { signal });
  const onCancel = (event: Event) => {
    // A phone's way back. A file field reports by the same event that no file was chosen.
    if (event.target !== dialog) return;
    event.preventDefault();
    close();
  };
  dialog.addEventListener('cancel', onCancel, { signal });
  // The second time, the browser closes it even if the page prevents it.
  dialog.addEventListener('close', () => dialog.open || dialog.showModal(), { signal });
  return () => untilGone.abort();
}

/** Returns true if the pointer is on the backdrop, which counts as the dialog itself. */
function isOutside(dialog: HTMLDialogElement, { target, clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (x < left || x > right || y < top || y > bottom);
}
