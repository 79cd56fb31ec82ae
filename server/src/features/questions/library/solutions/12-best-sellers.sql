CREATE VIEW best_sellers AS
WITH sold AS (
  SELECT category, name, SUM(quantity) AS pieces
  FROM products
  JOIN order_lines ON order_lines.product_id = products.id
  JOIN orders ON orders.id = order_lines.order_id
  WHERE status <> 'cancelled'
  GROUP BY products.id, category, name
)
SELECT category, name AS product, pieces
FROM sold
WHERE pieces = (SELECT MAX(pieces) FROM sold AS others WHERE others.category = sold.category);
