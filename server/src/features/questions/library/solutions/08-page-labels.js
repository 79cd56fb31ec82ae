const [first, ...opened] = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');

const [total, size] = first.split(' ').map(Number);
const pages = Math.ceil(total / size);

function labelOf(asked) {
  if (total === 0) return 'no rows';
  const page = Math.max(1, Math.min(asked, pages));
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  return `${from}-${to} of ${total}, page ${page} of ${pages}`;
}

for (const line of opened) console.log(labelOf(Number(line)));
