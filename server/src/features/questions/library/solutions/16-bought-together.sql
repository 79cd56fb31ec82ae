CREATE VIEW bought_together AS
SELECT products.name AS product, others.name AS other, COUNT(*) AS orders
FROM order_lines
JOIN order_lines AS other_lines
  ON other_lines.order_id = order_lines.order_id AND other_lines.product_id > order_lines.product_id
JOIN orders ON orders.id = order_lines.order_id
JOIN products ON products.id = order_lines.product_id
JOIN products AS others ON others.id = other_lines.product_id
WHERE status <> 'cancelled'
GROUP BY products.id, products.name, others.id, others.name;
