import type { ReactNode } from 'react';
import { useReachability } from '../../api/reachability.ts';
import { Button } from '../plain/Button.tsx';
import { Notice } from './Notice.tsx';
import type { NoticeProps } from './Notice.tsx';

export interface LoadFailedProps {
  children: ReactNode;
  tone?: NoticeProps['tone'];
  /** The message, which names the data that failed to load. */
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Shows that a query failed, with a retry button; if the server is unreachable, it retries without a click. */
export function LoadFailed({ children, tone = 'bad', query }: LoadFailedProps) {
  const isAsking = useReachability() === 'unreachable';
  const again = !isAsking && (
    <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
      Try again
    </Button>
  );
  return (
    <Notice tone={tone} action={again}>
      {children}
    </Notice>
  );
}
