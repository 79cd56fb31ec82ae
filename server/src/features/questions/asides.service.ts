import { createHash } from 'node:crypto';
import { ASIDES_MAX, CANDIDATE_ASIDES_MAX } from '@cip/contracts/rooms/asides';
import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { EventReply, Payload } from '@cip/contracts/protocol/events';
import type { putAside as putAsideCall } from '@cip/contracts/questions/question-events';
import type { RoomContext } from '../../context.ts';
import { AppError, conflict } from '../../errors.ts';
import { findCurrentText } from '../documents/read-code.service.ts';
import { findPlace, findTypedLanguage, insertAside } from './asides.repository.ts';
import * as copies from './question-contents.repository.ts';
import { inTurn, noSuchQuestion, type QuestionMember } from './interview-questions.service.ts';

export { deleteAsides, listAsides } from './asides.repository.ts';

/**
 * Puts the room's present code aside for a shown question, and announces it. Throws `conflict` if the sender sees
 * another text than the room's, `not_found`, `limit_reached`, or `ended`.
 */
export async function putAside(
  ctx: RoomContext,
  { interviewId, participant }: QuestionMember,
  { question, hash }: Payload<typeof putAsideCall>,
): Promise<EventReply<typeof putAsideCall>> {
  // Read before the first await, so that the sender's earlier edits are applied, and later ones are not.
  const code = await findCurrentText(ctx, interviewId);
  if (createHash('sha256').update(code, 'utf8').digest('hex') !== hash)
    throw conflict('Someone typed in the meantime. Nothing was changed: try again.');
  const number = await inTurn(ctx.db, interviewId, async (trx) => {
    const copy = await copies.countTests(trx, interviewId, question);
    if (!copy) throw noSuchQuestion();
    const language = await findTypedLanguage(trx, interviewId);
    const last = await findPlace(trx, interviewId);
    const { type, id, name } = participant;
    if (last?.code === cleanCode(code) && last.language === language) return last.number;
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
      code: cleanCode(code),
    });
    return place;
  });
  ctx.rooms.announce(interviewId, 'question:changed');
  return { number };
}
