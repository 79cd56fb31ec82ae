const input = require('fs').readFileSync(0, 'utf8').trimEnd();
const end = input.indexOf('\n\n');
const letter = input.slice(end + 2);

const values = new Map();
for (const line of input.slice(0, end).split('\n')) {
  const at = line.indexOf('=');
  values.set(line.slice(0, at), line.slice(at + 1));
}

const missing = new Set();
const filled = letter.replaceAll(/\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g, (_, field, text) => {
  const name = field.trim();
  const value = values.get(name) || text?.trim();
  if (!value) missing.add(name);
  return value ?? '';
});
console.log(missing.size > 0 ? `missing: ${[...missing].join(', ')}` : filled);
