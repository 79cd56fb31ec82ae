/** Runs a script in the global scope, before anything else. */
export function runScript(text: string): void {
  const script = document.createElement('script');
  script.text = text;
  document.head.append(script);
  script.remove();
}

/**
 * Runs a script from an address, in place of an element if that is given. WebKit hides errors of scripts without an
 * address of their own. Resolves once it has run, or does not load.
 */
export async function runScriptAt(url: string, old?: HTMLScriptElement): Promise<void> {
  const script = document.createElement('script');
  for (const { name, value } of old?.attributes ?? []) script.setAttribute(name, value);
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const type of ['load', 'error']) script.addEventListener(type, () => resolve());
  script.src = url;
  if (old) old.replaceWith(script);
  else document.head.append(script);
  await promise;
  if (!old) script.remove();
}
