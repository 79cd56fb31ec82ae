const LOOP = /\b(?:for|while)\b/;

/** Whether a script may have loops; it may also only speak of them. */
export const mayLoop = (code: string): boolean => LOOP.test(code);

/** Returns the handlers in attributes of this page that may have loops. */
export function loopingHandlers(): Attr[] {
  const elements = [...document.querySelectorAll('*')];
  return elements.flatMap((element) =>
    [...element.attributes].filter(({ name, value }) => name.startsWith('on') && mayLoop(value)),
  );
}
