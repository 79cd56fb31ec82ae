const [first, ...orders] = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const tours = Array.from({ length: Number(first) }, () => []);
orders.forEach((order, index) => {
  tours[index % tours.length].push(order);
});

tours.forEach((tour, index) => {
  console.log(`van ${index + 1}: ${tour.join(', ') || '-'}`);
});
