import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

/** The page after the end, loaded when it is opened. */
export const ReceiptScreen = lazyPart(async () => (await import('./ReceiptScreen.tsx')).ReceiptScreen);
