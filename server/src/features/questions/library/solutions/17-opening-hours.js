const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const groups = [];
for (const line of lines) {
  const space = line.indexOf(' ');
  const [day, hours] = [line.slice(0, space), line.slice(space + 1)];
  const last = groups.at(-1);
  if (last?.hours === hours) last.to = day;
  else groups.push({ from: day, to: day, hours });
}
for (const { from, to, hours } of groups) console.log(from === to ? from : `${from}-${to}`, hours);
