import type { Page } from '@playwright/test';

/**
 * Returns the rows of a table of the device's IndexedDB, each as JSON. Returns none while the page has not created
 * the database: opened before that, it would be created without tables, and the page could not use it.
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
