// A minimal WebSocket server: relays each frame to the other sockets of the same path.
import { WebSocketServer } from 'ws';

/** @type {Map<string, Set<import('ws').WebSocket>>} */
const rooms = new Map();
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.env['PORT']) });
server.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set();
  rooms.set(url, room.add(socket));
  socket.on('message', (data) => {
    for (const other of room) if (other !== socket) other.send(data);
  });
  socket.on('close', () => room.delete(socket));
});
