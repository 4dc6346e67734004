INSERT INTO race (id, name, country, distance_km, climb_m, held) VALUES
  (1, 'Glacier Loop', 'Switzerland', 42.5, 2800, '2023-06-17'),
  (2, 'Three Summits', 'Austria', 31.0, 2450, '2023-07-08'),
  (3, 'Eagle Ridge', 'Italy', 54.0, 3900, '2023-07-29'),
  (4, 'Night of the Larches', 'Switzerland', 21.0, 1300, '2023-08-19'),
  (5, 'Stone Giants', 'France', 80.0, 5200, '2023-09-02');
INSERT INTO runner (id, name, nation, born, club) VALUES
  (1, 'Ana Ribeiro', 'Portugal', 1990, 'Serra Trail'),
  (2, 'Nils Aberg', 'Sweden', 1986, 'Fjallklubben'),
  (3, 'Chiara Rinaldi', 'Italy', 1994, 'Valle Alta'),
  (4, 'Jonas Egger', 'Switzerland', 1988, 'SC Pizol'),
  (5, 'Maya Ferrand', 'France', 1997, 'Les Chamois'),
  (6, 'Luka Kranjc', 'Slovenia', 1992, 'AK Triglav'),
  (7, 'Sofie Daems', 'Belgium', 1985, 'Les Chamois'),
  (8, 'Pavel Hruska', 'Czechia', 1979, 'Valle Alta');
INSERT INTO result (race_id, runner_id, minutes, place) VALUES
  (1, 1, 251, 1), (1, 2, 258, 2), (1, 4, 263, 3), (1, 8, 301, 4),
  (2, 3, 188, 1), (2, 4, 190, 2), (2, 6, 201, 3),
  (3, 2, 362, 1), (3, 5, 371, 2), (3, 3, 377, 3), (3, 7, 415, 4),
  (4, 4, 109, 1), (4, 1, 112, 2), (4, 5, 118, 3),
  (5, 5, 588, 1), (5, 2, 601, 2), (5, 6, 640, 3), (5, 7, 702, 4), (5, 8, 745, 5);
