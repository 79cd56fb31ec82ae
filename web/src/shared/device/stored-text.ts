/** Returns a text of local storage; null if there is none, or the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns the value of a JSON text of local storage; null if there is none, or it cannot be read. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Puts a text into local storage; does nothing if the browser refuses storage, or has no space. */
export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It holds for this page.
  }
}

/** Removes a text from local storage; if the browser refuses storage, there is none. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
