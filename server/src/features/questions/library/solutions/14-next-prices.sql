CREATE VIEW next_prices AS
SELECT
  id,
  name,
  CASE
    WHEN NOT EXISTS (
      SELECT 1
      FROM order_lines
      JOIN orders ON orders.id = order_lines.order_id
      WHERE order_lines.product_id = products.id AND status <> 'cancelled'
    ) THEN price * 0.8
    WHEN category = 'Pens' THEN price * 1.1
    ELSE price
  END AS price
FROM products;
