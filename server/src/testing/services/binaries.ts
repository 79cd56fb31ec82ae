import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchPackages } from './debian-packages.ts';

/** A program's path and the environment it needs to start. */
export interface Program {
  path: string;
  env: Record<string, string>;
}

/** The programs of one Postgres version. */
export interface PostgresPrograms {
  initdb: Program;
  postgres: Program;
}

/** Finds redis-server on this machine or downloads it. Returns undefined if neither works. */
export function findRedis(): Program | undefined {
  return redisIn(onPath(), []) ?? fetchedRedis();
}

function fetchedRedis(): Program | undefined {
  const fetched = fetchPackages('redis', { start: 'redis-server', programs: /^redis-(server|tools)$/ });
  return fetched && redisIn([join(fetched.root, 'usr/bin')], fetched.libraries);
}

/** Finds initdb and postgres on this machine or downloads them. Returns undefined if neither works. */
export function findPostgres(): PostgresPrograms | undefined {
  return postgresIn([...onPath(), ...newestFirst('/usr/lib/postgresql/*/bin')], []) ?? fetchedPostgres();
}

function fetchedPostgres(): PostgresPrograms | undefined {
  const fetched = fetchPackages('postgres', { start: 'postgresql', programs: /^postgresql-\d+$/ });
  return fetched && postgresIn(newestFirst(join(fetched.root, 'usr/lib/postgresql/*/bin')), fetched.libraries);
}

/** Finds haproxy on this machine or downloads it. Returns undefined if neither works. */
export function findHaproxy(): Program | undefined {
  return haproxyIn([...onPath(), '/usr/sbin'], []) ?? fetchedHaproxy();
}

function fetchedHaproxy(): Program | undefined {
  const fetched = fetchPackages('haproxy', { start: 'haproxy', programs: /^haproxy$/ });
  return fetched && haproxyIn([join(fetched.root, 'usr/sbin')], fetched.libraries);
}

function haproxyIn(folders: string[], libraries: string[]): Program | undefined {
  const folder = folders.find((each) => existsSync(join(each, 'haproxy')));
  return folder === undefined ? undefined : program(folder, 'haproxy', libraries);
}

function redisIn(folders: string[], libraries: string[]): Program | undefined {
  const folder = folders.find((each) => existsSync(join(each, 'redis-server')));
  return folder === undefined ? undefined : program(folder, 'redis-server', libraries);
}

function postgresIn(folders: string[], libraries: string[]): PostgresPrograms | undefined {
  const folder = folders.find((each) => existsSync(join(each, 'postgres')) && existsSync(join(each, 'initdb')));
  if (folder === undefined) return undefined;
  return { initdb: program(folder, 'initdb', libraries), postgres: program(folder, 'postgres', libraries) };
}

function program(folder: string, name: string, libraries: string[]): Program {
  return { path: join(folder, name), env: libraries.length > 0 ? { LD_LIBRARY_PATH: libraries.join(delimiter) } : {} };
}

function onPath(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
}

function newestFirst(pattern: string): string[] {
  return globSync(pattern).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}
