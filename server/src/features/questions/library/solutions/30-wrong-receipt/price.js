const SHIPPING_CENTS = 490;
/** From this price on, shipping is free; after the coupon. */
const FREE_FROM_CENTS = 5000;

exports.priceOf = ({ lines, coupon }) => {
  const goods = lines.reduce((sum, { count, cents }) => sum + count * cents, 0);
  const off = Math.round((goods * coupon) / 100);
  const shipping = goods - off >= FREE_FROM_CENTS ? 0 : SHIPPING_CENTS;
  return { off, shipping, total: goods - off + shipping };
};
