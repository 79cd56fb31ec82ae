/** A shop with customers, products and orders, in SQL that PostgreSQL and SQLite execute. */
export const SAMPLE_SHOP = {
  name: 'Sample shop',
  sql: `CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  city TEXT,
  joined_on DATE NOT NULL
);

CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  price NUMERIC(8, 2) NOT NULL
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  ordered_on DATE NOT NULL,
  status TEXT NOT NULL
);

CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  quantity INTEGER NOT NULL,
  PRIMARY KEY (order_id, product_id)
);

INSERT INTO customers (id, name, city, joined_on) VALUES
  (1, 'Ada Lovelace', 'London', '2025-01-14'),
  (2, 'Grace Hopper', 'New York', '2025-03-02'),
  (3, 'Alan Turing', 'Manchester', '2025-03-28'),
  (4, 'Katherine Johnson', 'Hampton', '2025-07-19'),
  (5, 'Edsger Dijkstra', NULL, '2026-02-05');

INSERT INTO products (id, name, category, price) VALUES
  (1, 'Notebook', 'Paper', 4.50),
  (2, 'Fountain pen', 'Pens', 32.00),
  (3, 'Ink, blue', 'Pens', 9.90),
  (4, 'Desk lamp', 'Lighting', 58.00),
  (5, 'Drawing board', 'Paper', 120.00),
  (6, 'Eraser', 'Paper', 1.20);

INSERT INTO orders (id, customer_id, ordered_on, status) VALUES
  (1, 1, '2026-01-05', 'delivered'),
  (2, 2, '2026-01-17', 'delivered'),
  (3, 1, '2026-02-11', 'delivered'),
  (4, 3, '2026-02-20', 'cancelled'),
  (5, 4, '2026-03-08', 'delivered'),
  (6, 2, '2026-03-30', 'shipped'),
  (7, 1, '2026-04-02', 'open');

INSERT INTO order_lines (order_id, product_id, quantity) VALUES
  (1, 1, 10),
  (1, 3, 2),
  (2, 2, 1),
  (2, 3, 4),
  (3, 4, 1),
  (4, 2, 1),
  (5, 1, 3),
  (5, 5, 1),
  (6, 3, 6),
  (6, 4, 2),
  (7, 1, 25),
  (7, 2, 2);
`,
};
