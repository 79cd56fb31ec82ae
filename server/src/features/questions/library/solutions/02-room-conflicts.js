const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const bookings = lines.map((line) => {
  const [room, start, end, ...title] = line.split(' ');
  return { room, start, end, title: title.join(' ') };
});
bookings.sort((a, b) => a.room.localeCompare(b.room) || a.start.localeCompare(b.start));

const conflicts = [];
let room = null;
let busyUntil = '';
for (const booking of bookings) {
  if (booking.room !== room) busyUntil = '';
  room = booking.room;
  if (booking.start < busyUntil) conflicts.push(`${room} ${booking.title}`);
  if (booking.end > busyUntil) busyUntil = booking.end;
}
console.log(conflicts.length === 0 ? 'no conflicts' : conflicts.join('\n'));
