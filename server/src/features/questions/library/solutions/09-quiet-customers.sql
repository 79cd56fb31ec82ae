CREATE VIEW quiet_customers AS
SELECT id, name
FROM customers
WHERE NOT EXISTS (
  SELECT 1
  FROM orders
  WHERE orders.customer_id = customers.id AND orders.status <> 'cancelled'
);
