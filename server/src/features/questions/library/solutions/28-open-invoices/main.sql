-- What each customer has paid, and what is open, the customer with the most open first.
CREATE VIEW customer_report AS
SELECT c.name, COALESCE(SUM(i.paid), 0) AS paid, COALESCE(SUM(i.amount - i.paid), 0) AS open
FROM customers c
LEFT JOIN (
  SELECT invoices.customer_id, invoices.amount, COALESCE(SUM(payments.amount), 0) AS paid
  FROM invoices
  LEFT JOIN payments ON payments.invoice_id = invoices.id
  GROUP BY invoices.id, invoices.customer_id, invoices.amount
) i ON i.customer_id = c.id
GROUP BY c.id, c.name
ORDER BY open DESC, c.name;
