const [first, second] = require('fs').readFileSync(0, 'utf8').split('\n');

const cancelled = new Set(second.split(' '));
const waiting = first.split(' ').filter((name) => !cancelled.has(name));
console.log(waiting.join('\n') || 'nobody');
