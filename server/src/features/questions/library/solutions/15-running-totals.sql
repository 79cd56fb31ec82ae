CREATE VIEW running_totals AS
WITH order_values AS (
  SELECT orders.id, customer_id, ordered_on, COALESCE(SUM(quantity * price), 0) AS value
  FROM orders
  LEFT JOIN order_lines ON order_lines.order_id = orders.id
  LEFT JOIN products ON products.id = product_id
  WHERE status <> 'cancelled'
  GROUP BY orders.id, customer_id, ordered_on
)
SELECT
  customer_id,
  id AS order_id,
  SUM(value) OVER (PARTITION BY customer_id ORDER BY ordered_on, id) AS spent
FROM order_values;
