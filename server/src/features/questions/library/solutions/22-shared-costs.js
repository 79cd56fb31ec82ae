const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const balances = new Map();
const add = (name, cents) => balances.set(name, (balances.get(name) ?? 0) + cents);

for (const line of lines) {
  const [payer, amount, ...people] = line.split(' ');
  const cents = Number(amount.replace('.', ''));
  const share = Math.floor(cents / people.length);
  const left = cents % people.length;
  add(payer, cents);
  people.forEach((name, index) => add(name, -(share + (index < left ? 1 : 0))));
}

function format(cents) {
  const sign = cents > 0 ? '+' : cents < 0 ? '-' : '';
  return sign + (Math.abs(cents) / 100).toFixed(2);
}
for (const name of [...balances.keys()].sort()) console.log(name, format(balances.get(name)));
