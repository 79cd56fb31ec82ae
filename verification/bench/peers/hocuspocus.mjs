// @hocuspocus/server with its defaults, without storage.
import { Server } from '@hocuspocus/server';

const port = Number(process.env['PORT']);
await new Server({ address: '127.0.0.1', port, quiet: true }).listen();
