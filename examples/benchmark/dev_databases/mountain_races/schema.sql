CREATE TABLE race (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT NOT NULL,
  distance_km REAL NOT NULL,
  climb_m INTEGER NOT NULL,
  held DATE NOT NULL
);
CREATE TABLE runner (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  nation TEXT NOT NULL,
  born INTEGER NOT NULL,
  club TEXT
);
CREATE TABLE result (
  race_id INTEGER NOT NULL REFERENCES race (id),
  runner_id INTEGER NOT NULL REFERENCES runner (id),
  minutes INTEGER,
  place INTEGER,
  PRIMARY KEY (race_id, runner_id)
);
