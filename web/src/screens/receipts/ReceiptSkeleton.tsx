import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';

/** Renders the place of a receipt, as high as one, so that nothing below it moves when it arrives. */
export const ReceiptSkeleton = () => <Skeleton rows={14} height={44} />;
