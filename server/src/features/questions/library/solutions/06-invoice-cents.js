const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const money = (cents) => (cents / 100).toFixed(2);

let total = 0;
for (const line of lines) {
  const [quantity, price, discount] = line.split(' ');
  const hundredths = Number(quantity) * Number(price.replace('.', '')) * (100 - Number(discount));
  const cents = Math.floor((hundredths + 50) / 100);
  total += cents;
  console.log(money(cents));
}
console.log(`total ${money(total)}`);
