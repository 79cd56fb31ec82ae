/** Reads lines such as "2 x tea 3.50", and perhaps "coupon 10" (percent) behind them. */
exports.readOrder = (text) => {
  const order = { lines: [], coupon: 0 };
  for (const line of text.trim().split('\n')) {
    const [, count, name, price] = /^(\d+) x (.+) ([\d.]+)$/.exec(line) ?? [];
    if (name !== undefined) order.lines.push({ count: Number(count), name, cents: Math.round(price * 100) });
    const coupon = /^coupon (\d+)$/.exec(line)?.[1];
    if (coupon) order.coupon = Number(coupon);
  }
  return order;
};
