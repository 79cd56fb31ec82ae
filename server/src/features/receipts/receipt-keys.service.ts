import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import type { listReceiptKeys as listCall } from '@cip/contracts/receipts/receipts';
import type { DbContext, SignInContext } from '../../context.ts';
import * as keys from './receipt-keys.repository.ts';

/** How long a generated key signs before another one replaces it (days). */
const SIGNS_FOR_DAYS = 365;
/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A private key, and the thumbprint by which receipts name its public part. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** Returns the public keys of all receipts that were ever signed here, the newest first. */
export async function listReceiptKeys({ db }: DbContext): Promise<Reply<typeof listCall>> {
  const rows = await keys.listKeys(db);
  return {
    keys: rows.map(({ kid, public_key: x, created_at }) => ({ kid, kty: 'OKP', crv: 'Ed25519', x, created_at })),
  };
}

/**
 * Returns the key that signs receipts: the operator's, or else a generated one, which all nodes share. A generated key
 * is replaced after a year, and if the secret that sealed it has changed.
 */
export async function signingKey(ctx: SignInContext): Promise<SigningKey> {
  if (ctx.config.receiptKey) return operatorsKey(ctx, ctx.config.receiptKey);
  const current = await keys.findCurrent(ctx.db, SIGNS_FOR_DAYS);
  const opened = current && !current.is_old ? openKey(ctx, current) : null;
  return opened ?? replaceKey(ctx, current?.kid);
}

async function operatorsKey({ db }: SignInContext, seed: Buffer): Promise<SigningKey> {
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const { kid, x } = publicPartOf(privateKey);
  await keys.addKey(db, { kid, public_key: x, private_key: null, is_current: false });
  return { kid, privateKey };
}

function openKey({ vault }: SignInContext, row: { kid: string; private_key: string | null }): SigningKey | null {
  const pem = row.private_key === null ? null : vault.open(row.private_key);
  return pem === null ? null : { kid: row.kid, privateKey: createPrivateKey(pem) };
}

/** Replaces a key. If several nodes do so at the same time, one adds its key and all return that one. */
function replaceKey(ctx: SignInContext, old: string | undefined): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { kid, x } = publicPartOf(privateKey);
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  return ctx.db.transaction().execute(async (trx) => {
    if (old !== undefined) await keys.retire(trx, old);
    const sealed = ctx.vault.seal(String(pem));
    await keys.addKey(trx, { kid, public_key: x, private_key: sealed, is_current: true });
    const current = await keys.findCurrent(trx, SIGNS_FOR_DAYS);
    const key = current ? openKey(ctx, current) : null;
    if (!key) throw new Error('Another node sealed the key of receipts with another JWT_SECRET.');
    return key;
  });
}

function publicPartOf(privateKey: KeyObject): { kid: string; x: string } {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const thumbprint = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  return { kid: createHash('sha256').update(thumbprint).digest('base64url'), x };
}
