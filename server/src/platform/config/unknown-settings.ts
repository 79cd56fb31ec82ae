/** The settings of the server, as `.env.example` lists them. */
export const SETTINGS = [
  'PORT HOST DATA_DIR DATABASE_URL REDIS_URL PUBLIC_URL CORS_ORIGINS TRUST_PROXY LOG_LEVEL WEB_DIR',
  'JWT_SECRET RECEIPT_KEY PASSWORD_MIN_LENGTH PASSWORD_HASHING RATE_LIMITS SOCKET_APP_KEY',
  'METRICS METRICS_TOKEN API_DOCS WEBHOOK_NETWORKS SECURITY_CONTACT',
  'OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_NAME OIDC_DOMAINS OIDC_TRUST_EMAIL SIGN_IN',
  'STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET STRIPE_API SMTP_URL MAIL_FROM',
  'RUN_LIMIT_MS RUNS_PER_MINUTE RUN_ENGINE RUN_ENGINE_URL RUN_ENGINE_TOKEN RUN_ENGINE_TOKEN_HEADER RUN_ENGINE_LANGUAGES',
  'VITE_API_URL VITE_PUBLIC_API_URL VITE_SOCKET_URL VITE_SOCKET_APP_KEY',
].flatMap((line) => line.split(' '));

/** Beginnings of names that no other program of a server's environment uses. */
const OURS = /^(OIDC|RUN_ENGINE|SMTP|RECEIPT)_/;
/** Most letters by which a misspelt name differs. */
const DIFFERENCE_MAX = 2;
/** Shorter names resemble those of other programs, such as HOST and HOME: they may differ in case and dashes only. */
const LONG = 8;

/** Returns a line about each setting of the environment that has no effect but resembles a known setting. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  const unset = SETTINGS.filter((name) => !env[name]);
  return Object.keys(env).flatMap((name) => {
    if (SETTINGS.includes(name) || !env[name]) return [];
    const meant = unset.find((known) => looksLike(name, known));
    if (meant !== undefined) return [`${name} is not a setting and has no effect. Is ${meant} meant?`];
    return OURS.test(name) ? [`${name} is not a setting and has no effect.`] : [];
  });
}

function looksLike(name: string, known: string): boolean {
  const [written, right] = [lettersOf(name), lettersOf(known)];
  return written === right || (right.length >= LONG && distance(written, right) <= DIFFERENCE_MAX);
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z]/g, '');

/** Returns how many letters have to be added, removed or replaced to make one word the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
