CREATE TABLE branch (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  district TEXT NOT NULL,
  opened DATE
);
CREATE TABLE member (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  birth_year INTEGER NOT NULL,
  email TEXT,
  branch_id INTEGER NOT NULL REFERENCES branch (id),
  joined DATE NOT NULL
);
CREATE TABLE book (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  genre TEXT,
  pages INTEGER NOT NULL,
  published INTEGER
);
CREATE TABLE loan (
  id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL REFERENCES member (id),
  book_id INTEGER NOT NULL REFERENCES book (id),
  lent DATE NOT NULL,
  returned DATE,
  fine REAL
);
