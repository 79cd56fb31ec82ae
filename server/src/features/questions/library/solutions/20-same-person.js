const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const parents = lines.map((_, index) => index);

function rootOf(entry) {
  while (parents[entry] !== entry) entry = parents[entry];
  return entry;
}

const firstWith = new Map();
lines.forEach((line, entry) => {
  for (const address of line.toLowerCase().split(' ').slice(1)) {
    const [one, other] = [rootOf(entry), rootOf(firstWith.get(address) ?? entry)];
    parents[Math.max(one, other)] = Math.min(one, other);
    firstWith.set(address, entry);
  }
});

const people = new Map();
lines.forEach((_, entry) => {
  const root = rootOf(entry);
  people.set(root, [...(people.get(root) ?? []), entry + 1]);
});
for (const entries of people.values()) console.log(entries.join(' '));
