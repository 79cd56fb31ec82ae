import { fileURLToPath } from 'node:url';
import type { ProtocolName } from '../load/commands.ts';

/** A compared server of rooms. */
export interface Contender {
  name: ProtocolName;
  title: string;
  file: string;
}

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** This project's server, the only one with storage. */
export const OWN: Contender = {
  name: 'own',
  title: 'This server, Postgres log on',
  file: fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url)),
};

/** All compared servers, in the versions of package.json. */
export const CONTENDERS: Contender[] = [
  OWN,
  { name: 'hocuspocus', title: '@hocuspocus/server 4.7.0, no storage', file: file('peers/hocuspocus.mjs') },
  {
    name: 'y-websocket',
    title: '@y/websocket-server 0.1.1, no storage',
    file: file('node_modules/@y/websocket-server/src/server.js'),
  },
  { name: 'socket-io-relay', title: 'Bare Socket.IO relay, base64', file: file('peers/socket-io-relay.mjs') },
  { name: 'ws-relay', title: 'Bare ws relay', file: file('peers/ws-relay.mjs') },
];
