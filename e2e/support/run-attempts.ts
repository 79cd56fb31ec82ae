import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { runProgram } from './sandbox.ts';
import type { Witness } from './witness.ts';

/** The frame's policy reports everything that it blocks. */
export const REFUSED =
  /Content Security Policy|Refused to|blocked|CORS|ERR_|Not allowed to load|Failed to load|request to another host/i;

/** Starts to count the requests that reach the server; the language that follows is loaded. */
export async function countFrom(page: Page, witness: Witness): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Earlier requests of the page may not have been noted yet: wait for a probe of the test's own.
  await page.evaluate(() => fetch('/healthz'));
  expect(witness.requests).toContain('GET /healthz');
  witness.requests.length = 0;
}

/** Programs by language; each prints a line for every attempt that gives it something. */
const ATTEMPTS: Record<string, string> = {
  python: `
import js
def attempt(name, run):
    try:
        print(name, 'got', run())
    except BaseException as error:
        print(name, 'blocked')
def request():
    x = js.XMLHttpRequest.new()
    x.open('GET', '$/api/auth/me', False)
    x.send()
    return x.status
def url():
    import urllib.request
    return urllib.request.urlopen('$/api/auth/me').status
attempt('request', request)
attempt('importScripts', lambda: js.importScripts('$/color-scheme.js'))
attempt('urllib', url)
attempt('storage', lambda: js.localStorage.length)
attempt('document', lambda: js.document.cookie)
attempt('eval', lambda: js.eval('1'))
async def fetch():
    try:
        print('fetch got', (await js.fetch('$/api/auth/me')).status)
    except BaseException:
        print('fetch blocked')
import asyncio
asyncio.run(fetch())`,
  php: `<?php
$attempts = [
  'page' => fn() => file_get_contents('$/api/auth/me'),
  'socket' => fn() => fsockopen('127.0.0.1', 80),
  'file' => fn() => file_get_contents('/etc/passwd'),
  'shell' => fn() => shell_exec('ls /'),
  'script' => fn() => vrzno_eval('1'),
  'storage' => fn() => (new Vrzno)->localStorage->length,
  'fetch' => fn() => (new Vrzno)->fetch('$/api/auth/me'),
];
foreach ($attempts as $name => $attempt)
  try { if ($got = @$attempt()) echo "$name got ", is_object($got) ? get_class($got) : $got, "\\n"; } catch (Throwable) {}
echo 'done';`,
  ruby: `
attempts = {
  socket: -> { require 'socket'; TCPSocket.new('127.0.0.1', 80) },
  net: -> { require 'net/http'; Net::HTTP.get(URI('$/api/auth/me')) },
  file: -> { File.read('/etc/passwd') },
  shell: -> { \`ls /\` },
  script: -> { require 'js'; JS.eval('return 1') },
  storage: -> { require 'js'; JS.global[:localStorage][:length].to_i },
}
attempts.each do |name, attempt|
  begin
    puts "#{name} got #{attempt.call}"
  rescue Exception
  end
end
print 'done'`,
  lua: `
local attempts = {
  file = function() return io.open('/etc/passwd') end,
  shell = function() return os.execute('ls /') end,
  script = function() return js.global end,
  fetch = function() return fetch('$/api/auth/me') end,
}
for name, attempt in pairs(attempts) do
  local ok, got = pcall(attempt)
  if ok and got then print(name, 'got', got) end
end
io.write('done')`,
  c: `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  if (fopen("/etc/passwd", "r")) printf("file got\\n");
  if (fopen("/usr/include/stdio.h", "r")) printf("compiler's file got\\n");
  if (getenv("HOME")) printf("environment got\\n");
  printf("done");
}`,
};

/** The attempts of the Python program, each of which names itself if it is blocked. */
const NAMED = ['request', 'importScripts', 'urllib', 'storage', 'document', 'eval', 'fetch'];

/** Expects that a program of a loaded language reaches no network, no file and nothing of the page. */
export async function expectSealed(page: Page, witness: Witness, language: string): Promise<void> {
  await countFrom(page, witness);
  const code = String(ATTEMPTS[language]).replaceAll('$/', `${witness.origin}/`);
  const { out } = await runProgram(page, { language, code });
  expect(out).toBe(language === 'python' ? NAMED.map((name) => `${name} blocked\n`).join('') : 'done');
  expect(witness.requests).toEqual([]);
}
