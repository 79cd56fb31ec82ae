// A minimal Socket.IO server: relays each base64 text to the others in the room.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { serveClient: false });
io.on('connection', (socket) => {
  const { room } = socket.handshake.auth;
  void socket.join(room);
  socket.on('update', (update) => socket.to(room).emit('update', update));
});
http.listen(Number(process.env['PORT']), '127.0.0.1');
