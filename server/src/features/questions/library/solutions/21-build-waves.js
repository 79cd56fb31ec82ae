const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const needsOf = new Map();
const needs = (step) => {
  if (!needsOf.has(step)) needsOf.set(step, new Set());
  return needsOf.get(step);
};
for (const line of lines) {
  const [step, rest] = line.split(':');
  needs(step);
  for (const name of rest.split(' ').filter((word) => word !== '')) {
    needs(step).add(name);
    needs(name);
  }
}

const done = new Set();
for (let wave = 1; done.size < needsOf.size; wave++) {
  const open = [...needsOf.keys()].filter((step) => !done.has(step)).sort();
  const ready = open.filter((step) => [...needsOf.get(step)].every((name) => done.has(name)));
  if (ready.length === 0) {
    console.log(`stuck: ${open.join(' ')}`);
    break;
  }
  console.log(`${wave}: ${ready.join(' ')}`);
  for (const step of ready) done.add(step);
}
