/** Connections to other machines, which no policy forbids. */
const CONNECTIONS = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'];
/** Functions that make shadow trees unseen. */
const UNSEEN: readonly [object, string][] = [
  [Element.prototype, 'setHTMLUnsafe'],
  [ShadowRoot.prototype, 'setHTMLUnsafe'],
  [Document, 'parseHTMLUnsafe'],
];
const FRAMES = 'iframe, frame, object, embed, fencedframe';

// Captured before any program can replace them.
const { apply } = Reflect;
const { querySelector } = DocumentFragment.prototype;
const { querySelector: querySelectorIn } = document;
const { remove, attachShadow } = Element.prototype;
const { observe } = MutationObserver.prototype;

/**
 * Removes the ways out of a preview that its policy leaves: connections without a request, and frames within, whose
 * fresh scope would have them again. A frame is removed before its document runs, because that is a task of its own.
 */
export function closeWaysOut(): void {
  for (const name of CONNECTIONS) Object.defineProperty(window, name, { value: undefined, configurable: false });
  for (const [owner, name] of UNSEEN) Reflect.deleteProperty(owner, name);
  watch(document);
  const attach = function attachWatched(this: Element, options: ShadowRootInit): ShadowRoot {
    const root = apply(attachShadow, this, [options]);
    watch(root);
    return root;
  };
  Object.defineProperty(Element.prototype, 'attachShadow', { value: attach, writable: false, configurable: false });
}

function watch(root: Document | ShadowRoot): void {
  const find = root === document ? querySelectorIn : querySelector;
  const clear = () => {
    for (;;) {
      const frame = apply(find, root, [FRAMES]);
      if (frame === null) return;
      apply(remove, frame, []);
    }
  };
  apply(observe, new MutationObserver(clear), [root, { childList: true, subtree: true }]);
}
