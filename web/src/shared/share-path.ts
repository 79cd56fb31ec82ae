/** Path that the system's share sheet posts to (the manifest's share target), and of the page that shows it. */
export const SHARE_PATH = '/share-target';
