import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ERROR_REDIRECT_MS } from '../../shared/limits.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { RoomWait } from '../room/stage/RoomWait.tsx';
import styles from './EditorWait.module.css';

export interface EditorWaitProps {
  /** The error message; null if there is none. */
  problem: string | null;
  /** The page that an error leads to after two seconds. */
  leaveFor: '/dashboard' | '/sessions';
  /** The problem that the user has to resolve first; with it the page stays. */
  before?: ReactNode;
}

/** Shown in place of the editor while it loads, or if it cannot load. */
export function EditorWait({ problem, leaveFor, before }: EditorWaitProps) {
  const navigate = useNavigate();
  useDocumentTitle('Editor');
  const stays = before !== undefined && before !== null;
  useEffect(() => {
    if (problem === null || stays) return;
    const timer = setTimeout(() => void navigate({ to: leaveFor, replace: true }), ERROR_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [problem, stays, leaveFor, navigate]);
  if (problem === null) return <RoomWait />;
  return (
    <main className={styles.problem}>
      <h1 className="visually-hidden">Editor</h1>
      <Notice tone="bad">{problem}</Notice>
      {before}
    </main>
  );
}
