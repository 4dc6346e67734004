INSERT INTO farm (id, name, country, altitude) VALUES
  (1, 'Finca El Roble', 'Guatemala', 1650),
  (2, 'Kirinyaga Hill', 'Kenya', 1800),
  (3, 'Sitio da Serra', 'Brazil', 1120),
  (4, 'Aricha Station', 'Ethiopia', 1950),
  (5, 'La Esperanza', 'Guatemala', 1480),
  (6, 'Fazenda Alegre', 'Brazil', 980);
INSERT INTO bean (id, farm_id, name, roast, price, stock) VALUES
  (1, 1, 'Roble Washed', 'medium', 24.5, 60),
  (2, 2, 'Kirinyaga AA', 'light', 31.0, 25),
  (3, 3, 'Serra Natural', 'dark', 18.0, 140),
  (4, 4, 'Aricha G1', 'light', 33.5, 18),
  (5, 5, 'Esperanza Honey', 'medium', 22.0, 75),
  (6, 6, 'Alegre Pulped', 'dark', 16.5, 200),
  (7, 2, 'Kirinyaga PB', 'medium', 29.0, 12);
INSERT INTO customer (id, name, city, wholesale) VALUES
  (1, 'Cafe Meridian', 'Lisbon', 1),
  (2, 'Hotel Aurora', 'Turin', 1),
  (3, 'J. Lindqvist', 'Malmo', 0),
  (4, 'Corner Espresso', 'Lisbon', 1),
  (5, 'B. Achterberg', 'Ghent', 0),
  (6, 'The Reading Room', 'Turin', 1),
  (7, 'S. Moreau', 'Ghent', 0);
INSERT INTO purchase (id, customer_id, bean_id, kilos, day, rating) VALUES
  (1, 1, 1, 12, '2024-01-08', 4),
  (2, 1, 3, 20, '2024-01-22', 3),
  (3, 2, 6, 40, '2024-02-01', 3),
  (4, 3, 4, 1, '2024-02-14', 5),
  (5, 4, 5, 15, '2024-02-20', 4),
  (6, 5, 2, 2, '2024-03-03', 5),
  (7, 6, 3, 25, '2024-03-10', 4),
  (8, 2, 1, 10, '2024-03-18', 4),
  (9, 7, 7, 1, '2024-04-02', 5),
  (10, 1, 6, 30, '2024-04-15', 3),
  (11, 4, 2, 8, '2024-05-06', 5),
  (12, 3, 5, 2, '2024-05-21', 4),
  (13, 6, 4, 5, '2024-06-11', 5),
  (14, 2, 3, 35, '2024-06-30', 4);
