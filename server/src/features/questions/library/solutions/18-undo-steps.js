const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

let text = '';
let done = [];
let undone = [];

function change(next) {
  done.push(text);
  undone = [];
  text = next;
}

for (const line of lines) {
  const [command] = line.split(' ');
  const rest = line.slice(command.length + 1);
  if (command === 'type') change(text + rest);
  else if (command === 'delete') change(text.slice(0, Math.max(0, text.length - Number(rest))));
  else if (command === 'undo' && done.length > 0) {
    undone.push(text);
    text = done.pop();
  } else if (command === 'redo' && undone.length > 0) {
    done.push(text);
    text = undone.pop();
  } else if (command === 'print') console.log(text || '(empty)');
}
