import { createHash, sign } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import type { FileContent } from '@cip/contracts/rooms/file-contents';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import { NO_SUCH_LINK } from '@cip/contracts/protocol/not-found';
import {
  RECEIPT_FORMAT,
  RECEIPT_VERSION,
  signedText,
  writeReceipt,
  type Receipt,
} from '@cip/contracts/receipts/receipt-format';
import type { getReceipt } from '@cip/contracts/receipts/receipts';
import type { AppContext, DbContext } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { readCode } from '../documents/read-code.service.ts';
import { requireAdmittedCandidate } from '../interviews/admissions/candidate-access.service.ts';
import { listAsides } from '../questions/room/asides.service.ts';
import { signingKey, type SigningKey } from './receipt-keys.service.ts';
import * as receipts from './receipts.repository.ts';

/**
 * Returns the signed receipt of an ended interview for the candidate of a token, and its codes. Throws `conflict`
 * before the end, `forbidden` without such a token, `removed`, `waiting`, `not_found`, `unreadable`, and
 * TooManyFailures.
 */
export async function readReceipt(
  ctx: AppContext,
  roomCode: string,
  token: string | undefined,
): Promise<Reply<typeof getReceipt>> {
  const candidate = await requireAdmittedCandidate(ctx, roomCode, token);
  await ctx.limits.receipts.take(candidate.interviewId, candidate.candidateId);
  const interview = await receipts.findInterview(ctx.db, candidate.interviewId);
  if (!interview) throw notFound(NO_SUCH_LINK);
  if (interview.status !== 'completed') throw conflict('Your receipt is ready once the interview has ended.');
  const { code_content: code, language, files } = await readCode(ctx, candidate.interviewId);
  const asides = await listAsides(ctx.db, candidate.interviewId);
  const key = await signingKey(ctx);
  const facts = await collectFacts(ctx, interview, candidate);
  const receipt: Receipt = {
    format: RECEIPT_FORMAT,
    version: RECEIPT_VERSION,
    kid: key.kid,
    site: ctx.origin(),
    issued_at: new Date().toISOString(),
    ...facts,
    languages: [...new Set([...facts.languages, language])],
    code: { language, ...digestOf(code) },
    ...digestsOf(files),
    ...(asides.length > 0 && {
      asides: asides.map((each) => ({
        number: each.number,
        language: each.language,
        ...digestOf(each.code),
        ...digestsOf(each.files),
      })),
    }),
  };
  return { receipt: writeReceipt(receipt, signatureOf(receipt, key)), code, language, asides, ...(files && { files }) };
}

const digestOf = (code: string): Omit<Receipt['code'], 'language'> => ({
  sha256: createHash('sha256').update(code, 'utf8').digest('hex'),
  length: code.length,
});

const digestsOf = (files: FileContent[] | undefined): Pick<Receipt, 'files'> =>
  files ? { files: files.map(({ name, content }) => ({ name, ...digestOf(content) })) } : {};

/** Returns the facts of an interview and its candidate. It names each field, so that nothing else is in a receipt. */
async function collectFacts(
  { db }: DbContext,
  interview: NonNullable<Awaited<ReturnType<typeof receipts.findInterview>>>,
  { interviewId: id, candidateId, name: candidate }: Awaited<ReturnType<typeof requireAdmittedCandidate>>,
) {
  const { company, interviewer, others, email, kept_until } = interview;
  const to = interview.ended_at ?? new Date().toISOString();
  const from = interview.started_at ?? to;
  const [rules, completions, languages, edits, offline] = await Promise.all([
    receipts.listRules(db, id),
    receipts.listCompletions(db, id),
    receipts.listLanguages(db, id, DEFAULT_LANGUAGE),
    receipts.countEdits(db, id, candidateId),
    receipts.listOfflineTimes(db, id, candidateId),
  ]);
  return {
    // In one field, as readers of the format know it.
    interview: { id, company, interviewer: [interviewer, ...others].join(', '), day: from.slice(0, 10), from, to },
    candidate,
    rules,
    ...(completions.length > 0 && { completions }),
    languages,
    edits,
    offline,
    kept_until,
    contact: { name: interviewer, company, email },
  };
}

function signatureOf(receipt: Receipt, { privateKey }: SigningKey): string {
  return sign(null, Buffer.from(signedText(receipt), 'utf8'), privateKey).toString('base64url');
}
