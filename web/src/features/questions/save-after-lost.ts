import { ApiError, isUnreachable } from '../../shared/api/api-error.ts';

/** Saves a content over a stored state, which is null for a new one. Resolves to the state that is stored then. */
type Save<Stored, Content> = (stored: Stored | null, content: Content) => Promise<Stored>;

/**
 * Returns a function that saves like `save`. If it is refused because the state has changed, and the change is an
 * earlier save whose reply was lost, it saves over that one.
 */
export function saveAfterLost<Stored, Content>(save: Save<Stored, Content>): Save<Stored, Content> {
  const lost: Content[] = [];
  const attempt: typeof save = async (stored, content) => {
    try {
      return await save(stored, content);
    } catch (error) {
      if (isUnreachable(error)) lost.push(content);
      throw error;
    }
  };
  return async (stored, content) => {
    try {
      return await attempt(stored, content);
    } catch (error) {
      const own = isConflict(error) ? await repeat(save, stored, lost) : null;
      if (own === null) throw error;
      return attempt(own, content);
    }
  };
}

/**
 * Repeats saves over a state that has changed, the last save first. The server stores none of them, but replies with
 * the present state if it is what one of them has stored. Resolves to null if it is not.
 */
async function repeat<Stored, Content>(
  save: Save<Stored, Content>,
  stored: Stored | null,
  lost: readonly Content[],
): Promise<Stored | null> {
  for (const content of lost.toReversed()) {
    try {
      return await save(stored, content);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return null;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'conflict';
