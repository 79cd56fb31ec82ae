// Installs languages into Piston's volume, then ends: `node install-languages.mjs <command that starts Piston>`. The
// engine that runs programs has no way out, so its languages are installed before by a Piston that has one. Runs on the
// Node.js of Piston's image, version 15, so without `fetch`.
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { argv, env, exit, kill, stdout } from 'node:process';

const PORT = Number(env.PORT || 2000);
const LANGUAGES = (env.RUN_ENGINE_LANGUAGES || 'java,go,c#,kotlin,rust')
  .split(',')
  .map((word) => word.trim().toLowerCase())
  .filter((word) => word !== '');
/** Piston's packages of languages that are named otherwise. */
const PACKAGES = { 'c#': 'mono', 'f#': 'dotnet', vb: 'dotnet', c: 'gcc', 'c++': 'gcc', shell: 'bash', r: 'rscript' };
/** Time for Piston to start (ms). */
const START_MS = 60_000;

const [command, ...args] = argv.slice(2);
const piston = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
piston.on('exit', (code) => fail(`Piston ended with code ${code}.`));
try {
  await untilStarted();
  stop((await installAll()) > 0 ? 0 : 1);
} catch (error) {
  fail(error.message);
}

/** Installs every language of the list that is missing, and returns how many are there afterwards. */
async function installAll() {
  const names = new Set(LANGUAGES.map((language) => PACKAGES[language] || language));
  const isThere = await installed();
  let count = 0;
  for (const name of names) {
    const outcome = isThere.has(name) ? 'is installed' : await install(name);
    if (outcome !== null) count += 1;
    stdout.write(`${name} ${outcome === null ? 'could not be installed' : outcome}.\n`);
  }
  return count;
}

/** Returns the names of the languages that need no installation. */
async function installed() {
  const { body } = await call('GET', '/api/v2/runtimes');
  const names = new Set();
  for (const { language, runtime, aliases } of body) {
    names.add(language);
    for (const name of [runtime, ...aliases]) if (name) names.add(name);
  }
  return names;
}

/** Installs the newest version of a language. Returns null if that failed. */
async function install(language) {
  const { status, body } = await call('POST', '/api/v2/packages', { language, version: '*' });
  if (status === 200) return `${body.version} was installed`;
  console.error(`${language}: ${(body && body.message) || `status ${status}`}`);
  return null;
}

async function untilStarted() {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const started = await call('GET', '/api/v2/runtimes').catch(() => null);
    if (started !== null && started.status === 200) return;
    if (Date.now() > deadline) throw new Error('Piston did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Sends a request to Piston; resolves to its status and its JSON, null if there is none. */
function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port: PORT, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, body: parse(text) }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fail(message) {
  console.error(message);
  stop(1);
}

/** Ends Piston with its children, and this process. */
function stop(code) {
  piston.removeAllListeners('exit');
  try {
    if (piston.pid) kill(-piston.pid);
  } catch {
    // It ended before.
  }
  exit(code);
}
