CREATE VIEW second_orders AS
SELECT customer, order_id, ordered_on
FROM (
  SELECT
    customers.name AS customer,
    orders.id AS order_id,
    ordered_on,
    ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_on, orders.id) AS place
  FROM orders
  JOIN customers ON customers.id = customer_id
  WHERE status <> 'cancelled'
) AS numbered
WHERE place = 2;
