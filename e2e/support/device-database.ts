import type { Page } from '@playwright/test';
import { ContentString, decodeUpdate, Item } from 'yjs';
import { expect } from './fixtures.ts';

/**
 * Returns the rows of a table of the device's IndexedDB, each as JSON. Returns none while the page has not created the
 * database: if it were opened before that, it would be created without tables, and the page could not use it.
 */
export function rowsOnDevice(page: Page, database: string, table: string): Promise<string[]> {
  return page.evaluate(
    (place) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(place.database);
        let isMissing = false;
        opening.onupgradeneeded = () => {
          isMissing = true;
          opening.transaction?.abort();
        };
        opening.onerror = () => {
          if (isMissing) resolve([]);
          else reject(new Error('The database of the device did not open.'));
        };
        opening.onsuccess = () => {
          const reading = opening.result.transaction(place.table).objectStore(place.table).getAll();
          reading.onerror = () => reject(new Error('The database of the device was not read.'));
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map((row: unknown) => JSON.stringify(row)));
          };
        };
      }),
    { database, table },
  );
}

/** Waits until the device has stored a line of text that the server does not have yet. */
export async function whenUnsentOnDevice(page: Page, line: string): Promise<void> {
  await expect.poll(() => unsentText(page)).toContain(line);
}

/**
 * Returns the text that the server does not have yet, with the held line, from the device's disk: in the order of its
 * typing, because slow typing is stored as several edits.
 */
async function unsentText(page: Page): Promise<string> {
  const rows = await rowsOnDevice(page, 'code-interviews', 'pending');
  const structs = rows.flatMap((row) => {
    const { update } = JSON.parse(row) as { update: Record<string, number> };
    return decodeUpdate(Uint8Array.from(Object.values(update))).structs;
  });
  return structs
    .toSorted((a, b) => a.id.client - b.id.client || a.id.clock - b.id.clock)
    .map((struct) => (struct instanceof Item && struct.content instanceof ContentString ? struct.content.str : ''))
    .join('');
}
