const euros = (cents) => (cents / 100).toFixed(2);

exports.receiptOf = ({ lines }, { off, shipping, total }) => {
  const rows = lines.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ count, name, cents }) => [`${count} x ${name}`, count * cents]);
  if (off > 0) rows.push(['coupon', -off]);
  if (shipping > 0) rows.push(['shipping', shipping]);
  rows.push(['total', total]);
  return rows.map(([name, cents]) => `${name} ${euros(cents)}`).join('\n');
};
