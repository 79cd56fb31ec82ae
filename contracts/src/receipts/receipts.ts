import { Type } from 'typebox';
import { Asides } from '../rooms/asides.ts';
import { Closed, LanguageId, Line, MetCode, Moment, RoomCode, Text } from '../protocol/common.ts';
import { FileContents } from '../rooms/file-contents.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_LINK } from '../protocol/not-found.ts';

/** Longest receipt: with the most rules, offline times, and answers put aside, each with the most files. */
const RECEIPT_MAX_CHARS = 250_000;
/** The longest lists of a receipt: the latest rules, and as many offline times as are recorded of one candidate. */
export const RECEIPT_RULES_MAX = 100;
/** More keys than a deployment has in its time. */
const KEYS_MAX = 1_000;

/**
 * The receipt of an ended interview for the candidate of the bearer token, as the signed file of receipt-format.ts, and
 * the codes of its digests: the final code and every code that was put aside, each with all files if it has several.
 * 409 before the end, 403 without such a token.
 */
export const getReceipt = endpoint({
  method: 'GET',
  url: '/public/session/:roomCode/receipt',
  access: 'public',
  tag: 'Candidates',
  summary: "A candidate's receipt of an ended interview, and its final code",
  params: Closed({ roomCode: RoomCode }),
  reply: Closed({
    receipt: Text(RECEIPT_MAX_CHARS),
    code: MetCode,
    language: LanguageId,
    asides: Asides,
    files: FileContents,
  }),
  notFound: NO_SUCH_LINK,
});

/** A public key of this deployment, as a JSON Web Key (RFC 8037); `kid` is its thumbprint (RFC 7638). */
const ReceiptKey = Closed({
  kid: Line(64),
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Line(64),
  created_at: Moment,
});
export type ReceiptKey = Type.Static<typeof ReceiptKey>;

/** All keys that ever signed receipts here, the newest first: a receipt stays valid if its key is replaced. */
export const listReceiptKeys = endpoint({
  method: 'GET',
  url: '/public/receipt-keys',
  access: 'public',
  tag: 'Candidates',
  summary: 'The public keys with which receipts are checked',
  reply: Closed({ keys: Type.Array(ReceiptKey, { maxItems: KEYS_MAX }) }),
});
