const [first, ...requests] = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const [limit, period] = first.split(' ').map(Number);
const timesOf = new Map();

for (const request of requests) {
  const [second, client] = request.split(' ');
  const time = Number(second);
  const times = (timesOf.get(client) ?? []).filter((earlier) => time - earlier < period);
  const isAllowed = times.length < limit;
  if (isAllowed) times.push(time);
  timesOf.set(client, times);
  console.log(isAllowed ? 'ok' : 'wait');
}
