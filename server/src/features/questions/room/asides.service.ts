import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ASIDES_MAX, CANDIDATE_ASIDES_MAX } from '@cip/contracts/rooms/asides';
import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { FileContent } from '@cip/contracts/rooms/file-contents';
import { firstFileName } from '@cip/contracts/rooms/files';
import type { EventReply, Payload } from '@cip/contracts/protocol/events';
import type { putAside as putAsideCall } from '@cip/contracts/questions/question-events';
import { hashedText } from '@cip/contracts/runs/run-texts';
import type { RoomContext } from '../../../context.ts';
import { AppError, conflict } from '../../../errors.ts';
import { findCurrentCode, type CurrentCode } from '../../documents/read-code.service.ts';
import { findPlace, findTypedLanguage, insertAside } from './asides.repository.ts';
import * as copies from './question-contents.repository.ts';
import { inTurn, noSuchQuestion, type QuestionMember } from './interview-questions.service.ts';

export { deleteAsides, listAsides } from './asides.repository.ts';

/**
 * Puts the room's present code aside for a shown question, and announces it. Throws `conflict` if the sender sees
 * other texts than the room's, `not_found`, `limit_reached`, or `ended`.
 */
export async function putAside(
  ctx: RoomContext,
  { interviewId, participant }: QuestionMember,
  { question, hash }: Payload<typeof putAsideCall>,
): Promise<EventReply<typeof putAsideCall>> {
  // Read before the first await, so that the sender's earlier edits are applied, and later ones are not.
  const current = await findCurrentCode(ctx, interviewId, participant.id);
  const seen = seenAs(hash, current);
  const code = cleanCode(seen.code);
  const number = await inTurn(ctx.db, interviewId, async (trx) => {
    const copy = await copies.countTests(trx, interviewId, question);
    if (!copy) throw noSuchQuestion();
    const language = await findTypedLanguage(trx, interviewId);
    const files = filesTyped(seen.files, { from: current.language, to: language });
    const last = await findPlace(trx, interviewId);
    const { type, id, name } = participant;
    const isSame = last?.code === code && last.language === language && isDeepStrictEqual(last.files, files);
    if (isSame) return last.number;
    const isFull = (last?.all ?? 0) >= ASIDES_MAX;
    if (isFull || (type === 'candidate' && (last?.by_candidates ?? 0) >= CANDIDATE_ASIDES_MAX))
      throw new AppError('limit_reached', 'No more code can be put aside in this session. Add the starter below.');
    const place = (last?.number ?? 0) + 1;
    await insertAside(trx, {
      interview_id: interviewId,
      number: place,
      question_number: copy.number,
      participant_id: id,
      participant_name: name,
      participant_type: type,
      language,
      code,
      files: files && JSON.stringify(files),
    });
    return place;
  });
  ctx.rooms.announce(interviewId, 'question:changed');
  return { number };
}

/** Returns the part of a room's code that has this hash. Throws `conflict` if none has it. */
function seenAs(hash: string, { code, files }: CurrentCode): { code: string; files?: FileContent[] | undefined } {
  if (hashOf(hashedText(code, files)) === hash) return { code, files };
  // Pages of the previous release replace the first file only.
  if (hashOf(code) === hash) return { code };
  throw conflict('Someone typed in the meantime. Nothing was changed: try again.');
}

/**
 * Returns files as they are stored: the first has the name of the language in which it was typed if nobody named it.
 */
function filesTyped(files: FileContent[] | undefined, { from, to }: { from: string; to: string }) {
  const [first, ...others] = files ?? [];
  if (!first) return null;
  const names = others.map(({ name }) => name);
  const name = first.name === firstFileName(from, names) ? firstFileName(to, names) : first.name;
  return [{ ...first, name }, ...others].map((file) => ({ ...file, content: cleanCode(file.content) }));
}

const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
