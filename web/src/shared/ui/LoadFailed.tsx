import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import type { NoticeProps } from './Notice.tsx';

export interface LoadFailedProps {
  children: ReactNode;
  tone?: NoticeProps['tone'];
  /** What did not load. */
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Says that something did not load, and asks for it again. */
export function LoadFailed({ children, tone = 'bad', query }: LoadFailedProps) {
  const again = (
    <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
      Try Again
    </Button>
  );
  return (
    <Notice tone={tone} action={again}>
      {children}
    </Notice>
  );
}
