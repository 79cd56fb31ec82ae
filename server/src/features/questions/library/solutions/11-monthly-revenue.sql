CREATE VIEW monthly_revenue AS
SELECT SUBSTR(CAST(ordered_on AS TEXT), 1, 7) AS month, SUM(quantity * price) AS revenue
FROM orders
JOIN order_lines ON order_lines.order_id = orders.id
JOIN products ON products.id = order_lines.product_id
WHERE status <> 'cancelled'
GROUP BY SUBSTR(CAST(ordered_on AS TEXT), 1, 7);
