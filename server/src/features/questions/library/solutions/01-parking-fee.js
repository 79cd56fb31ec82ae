const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const DAY = 24 * 60;

function minutesOf(time) {
  const [hours, minutes] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function feeOf(entry, exit) {
  const stay = (minutesOf(exit) - minutesOf(entry) + DAY) % DAY;
  return stay <= 30 ? 0 : Math.min(Math.ceil(stay / 60) * 2.5, 18);
}

for (const line of lines) {
  const [entry, exit] = line.split(' ');
  console.log(feeOf(entry, exit).toFixed(2));
}
