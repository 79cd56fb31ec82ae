CREATE VIEW order_values AS
SELECT orders.id AS order_id, customers.name AS customer, COALESCE(SUM(quantity * price), 0) AS value
FROM orders
JOIN customers ON customers.id = orders.customer_id
LEFT JOIN order_lines ON order_lines.order_id = orders.id
LEFT JOIN products ON products.id = order_lines.product_id
GROUP BY orders.id, customers.name;
