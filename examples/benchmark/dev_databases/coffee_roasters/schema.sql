CREATE TABLE farm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT NOT NULL,
  altitude INTEGER
);
CREATE TABLE bean (
  id INTEGER PRIMARY KEY,
  farm_id INTEGER NOT NULL REFERENCES farm (id),
  name TEXT NOT NULL UNIQUE,
  roast TEXT NOT NULL,
  price REAL NOT NULL,
  stock INTEGER NOT NULL
);
CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  city TEXT NOT NULL,
  wholesale INTEGER NOT NULL CHECK (wholesale IN (0, 1))
);
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  bean_id INTEGER NOT NULL REFERENCES bean (id),
  kilos INTEGER NOT NULL,
  day DATE NOT NULL,
  rating INTEGER
);
