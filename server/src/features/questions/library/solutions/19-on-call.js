const [first, start, ...lines] = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');
const team = first.split(' ');

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const absences = [];

function onCall(day) {
  const week = Math.floor((Date.parse(day) - Date.parse(start)) / WEEK_MS);
  const isAway = (name) => absences.some((absence) => absence.name === name && absence.from <= day && day <= absence.to);
  for (let turn = 0; turn < team.length; turn++) {
    const name = team[(week + turn) % team.length];
    if (!isAway(name)) return name;
  }
  return 'nobody';
}

for (const line of lines) {
  const [command, ...rest] = line.split(' ');
  if (command === 'ask') console.log(onCall(rest[0]));
  else absences.push({ name: rest[0], from: rest[1], to: rest[2] });
}
