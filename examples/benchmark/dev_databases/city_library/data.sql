INSERT INTO branch (id, name, district, opened) VALUES
  (1, 'Old Mill', 'Riverside', '1971-04-12'),
  (2, 'Market Square', 'Centre', '1958-09-01'),
  (3, 'Lindenhof', 'North', '1994-06-20'),
  (4, 'Tram Depot', 'East', '2011-11-05');
INSERT INTO member (id, name, birth_year, email, branch_id, joined) VALUES
  (1, 'Ines Halloran', 1984, 'ines.h@example.org', 1, '2019-03-02'),
  (2, 'Tomasz Wieczorek', 1991, 'tomasz.w@example.org', 2, '2020-01-15'),
  (3, 'Priya Raman', 2001, 'priya@example.org', 2, '2021-09-09'),
  (4, 'Lucien Abadie', 1962, 'lucien.abadie@example.net', 3, '2018-05-30'),
  (5, 'Greta Olafsen', 1977, 'greta.o@example.net', 1, '2022-02-11'),
  (6, 'Samir Qureshi', 1999, 'samir@example.com', 4, '2022-10-01'),
  (7, 'Yuki Tanabe', 1988, 'yuki.t@example.com', 2, '2023-01-20'),
  (8, 'Marta Colombo', 1970, 'm.colombo@example.org', 3, '2019-12-12'),
  (9, 'Owen Pritchard', 2004, 'owen.p@example.net', 4, '2023-08-08'),
  (10, 'Elif Demirci', 1995, 'elif@example.org', 2, '2020-06-17');
INSERT INTO book (id, title, author, genre, pages, published) VALUES
  (1, 'The Salt Path Home', 'R. Venter', 'travel', 288, 2009),
  (2, 'Winter Arithmetic', 'A. Solheim', 'novel', 412, 1998),
  (3, 'A Field Guide to Clouds', 'P. Okafor', 'science', 196, 2015),
  (4, 'Seven Bridges', 'L. Marchetti', 'history', 530, 2003),
  (5, 'The Quiet Orchard', 'A. Solheim', 'novel', 347, 2011),
  (6, 'Bread at Midnight', 'C. Duarte', 'cooking', 224, 2018),
  (7, 'Ironworks', 'H. Brandt', 'history', 461, 1987),
  (8, 'Letters to a Cartographer', 'N. Ilves', 'novel', 305, 2020),
  (9, 'Tides and Engines', 'P. Okafor', 'science', 378, 2021),
  (10, 'Small Harbours', 'R. Venter', 'travel', 252, 2014);
INSERT INTO loan (id, member_id, book_id, lent, returned, fine) VALUES
  (1, 1, 2, '2023-01-05', '2023-01-25', 0.0),
  (2, 1, 5, '2023-02-01', '2023-02-20', 0.0),
  (3, 2, 3, '2023-02-14', '2023-03-30', 4.5),
  (4, 3, 8, '2023-03-03', '2023-03-21', 0.0),
  (5, 3, 9, '2023-03-21', '2023-04-02', 0.0),
  (6, 4, 4, '2023-03-28', '2023-05-15', 6.0),
  (7, 5, 1, '2023-04-10', '2023-04-28', 0.0),
  (8, 6, 6, '2023-05-02', '2023-05-19', 0.0),
  (9, 7, 2, '2023-05-11', '2023-06-01', 0.0),
  (10, 7, 5, '2023-06-01', '2023-06-30', 1.5),
  (11, 8, 7, '2023-06-15', '2023-07-10', 0.0),
  (12, 10, 3, '2023-07-01', '2023-07-15', 0.0),
  (13, 2, 9, '2023-08-20', '2023-09-09', 0.0),
  (14, 1, 8, '2023-09-12', '2023-10-20', 3.0),
  (15, 4, 10, '2023-10-05', '2023-10-22', 0.0),
  (16, 3, 2, '2023-11-02', '2023-11-30', 2.0);
