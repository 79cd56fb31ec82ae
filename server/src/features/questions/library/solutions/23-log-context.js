const [first, ...log] = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const space = first.indexOf(' ');
const context = Number(first.slice(0, space));
const text = first.slice(space + 1);

const shown = new Set();
log.forEach((line, index) => {
  if (!line.includes(text)) return;
  for (let near = Math.max(0, index - context); near <= Math.min(log.length - 1, index + context); near++) shown.add(near);
});

let previous = null;
for (const index of [...shown].sort((a, b) => a - b)) {
  if (previous !== null && index > previous + 1) console.log('--');
  console.log(`${index + 1}${log[index].includes(text) ? ':' : '-'} ${log[index]}`);
  previous = index;
}
if (previous === null) console.log('no match');
