const [first, ...commands] = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const size = Number(first);
let recent = [];

for (const command of commands) {
  const [action, name] = command.split(' ');
  if (action === 'call') recent = [name, ...recent.filter((other) => other !== name)].slice(0, size);
  else console.log(recent.join(' ') || 'nobody');
}
