import { useEffect, useState } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { loadQuestions } from './load-questions.ts';

/**
 * Returns true if questions are shown, and opens their pane when another one comes to the front. Most rooms never show
 * one, and load nothing for them.
 */
export function useShownQuestions(room: LiveRoom, isEditorReady: boolean): boolean {
  const { questions, front } = useStore(room.shownQuestions.store);
  const [seen, setSeen] = useState<string | null>(null);
  useEffect(() => {
    if (isEditorReady) room.shownQuestions.start();
  }, [room, isEditorReady]);
  useEffect(() => {
    // Because each reading has a new list, questions that failed to load are loaded after it.
    if (questions.length > 0) loadQuestions(room);
  }, [room, questions]);
  useEffect(() => {
    if (front === seen) return;
    setSeen(front);
    if (front === null) room.panes.hide('question');
    else room.panes.openQuestion();
  }, [room, front, seen]);
  return questions.length > 0;
}
