import { LANGUAGE_IDS } from '@cip/contracts/rooms/code-files';
import { ConfigError, readList, readWord, readText, readUrl, type Environment } from './read-setting.ts';

/** The settings of the server that runs programs. */
export interface RunEngineConfig {
  kind: (typeof RUN_ENGINES)[number];
  /** Address without a slash at its end; never part of a reply or a message. */
  url: string;
  token: string | null;
  /** Header that carries the token. */
  tokenHeader: string;
  /** Ids of the languages that may run there; null means all languages of the engine. */
  languages: string[] | null;
}

const RUN_ENGINES = ['piston', 'judge0'] as const;
/** Headers that carry the token by default. */
const TOKEN_HEADERS = { piston: 'Authorization', judge0: 'X-Auth-Token' };
/** Settings that have no effect without the address. */
const RUN_ENGINE_OPTIONS = ['RUN_ENGINE', 'RUN_ENGINE_TOKEN', 'RUN_ENGINE_TOKEN_HEADER', 'RUN_ENGINE_LANGUAGES'];

/** Returns the settings of the server that runs programs; null if none is set. Throws ConfigError. */
export function readRunEngine(env: Environment): RunEngineConfig | null {
  const address = readUrl(env, 'RUN_ENGINE_URL', ['http:', 'https:']);
  if (address === null) {
    const option = RUN_ENGINE_OPTIONS.find((name) => readText(env, name) !== null);
    if (option) throw new ConfigError(`${option} needs RUN_ENGINE_URL: the address of the server that runs programs.`);
    return null;
  }
  const { username, password, search, hash, href } = new URL(address);
  if (username || password || search || hash)
    throw new ConfigError('RUN_ENGINE_URL must be an address only: a token belongs in RUN_ENGINE_TOKEN.');
  const kind = readWord(env, 'RUN_ENGINE', RUN_ENGINES, 'piston');
  return { kind, url: href.replace(/\/+$/, ''), ...readEngineToken(env, kind), languages: readEngineLanguages(env) };
}

function readEngineToken(
  env: Environment,
  kind: RunEngineConfig['kind'],
): Pick<RunEngineConfig, 'token' | 'tokenHeader'> {
  const token = readText(env, 'RUN_ENGINE_TOKEN');
  const header = readText(env, 'RUN_ENGINE_TOKEN_HEADER');
  if (header !== null && token === null) throw new ConfigError('RUN_ENGINE_TOKEN_HEADER needs RUN_ENGINE_TOKEN.');
  if (header !== null && !/^[A-Za-z0-9-]{1,64}$/.test(header))
    throw new ConfigError('RUN_ENGINE_TOKEN_HEADER must be the name of a header, such as X-Auth-Token.');
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError('RUN_ENGINE_TOKEN must not contain blanks or characters that headers cannot carry.');
  return { token, tokenHeader: header ?? TOKEN_HEADERS[kind] };
}

function readEngineLanguages(env: Environment): string[] | null {
  const languages = readList(env, 'RUN_ENGINE_LANGUAGES');
  const unknown = languages.find((id) => !LANGUAGE_IDS.includes(id));
  if (unknown === undefined) return languages.length > 0 ? languages : null;
  throw new ConfigError(
    `RUN_ENGINE_LANGUAGES must hold languages of the editor, such as java,c#,go; ${unknown} is none.`,
  );
}
