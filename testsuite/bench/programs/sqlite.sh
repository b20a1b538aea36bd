# shellcheck shell=bash
# sources: sqlite3
# SQLite 3.40.1, data base: one file of 240,000 lines, a large switch.  Needs tclsh.
prepare ()
{
  configure sqlite3 --disable-tcl --disable-readline &&
    make -s -C "$PREP/conf" sqlite3.c shell.c >"$PREP/make.log" 2>&1
}

build ()
{
  compile -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_MATH_FUNCTIONS \
    "-I$PREP/conf" -- "$PREP/conf/sqlite3.c" "$PREP/conf/shell.c" && link sqlite3 -lm
}

# bulk ROWS SEED: a few large statements; random numbers are made in SQL.
bulk ()
{
  cat <<END
.mode list
PRAGMA cache_size = 4000;
CREATE TABLE part(id INTEGER PRIMARY KEY, kind INT, name TEXT, price INT, weight REAL);
CREATE TABLE link(src INT, dst INT, type INT, len INT);
CREATE INDEX link_src ON link(src, dst);
CREATE INDEX part_kind ON part(kind, price);
BEGIN;
WITH RECURSIVE r(i, x) AS (SELECT 1, $2 UNION ALL
  SELECT i + 1, (x * 1103515245 + 12345) & 2147483647 FROM r WHERE i < $1)
INSERT INTO part SELECT i, (x >> 8) % 37, printf('part-%05d-%x', x % 9973, x), (x >> 5) % 5000,
  (x >> 3) % 1000 / 8.0 FROM r;
WITH RECURSIVE r(i, x) AS (SELECT 1, $2 + 5 UNION ALL
  SELECT i + 1, (x * 1103515245 + 12345) & 2147483647 FROM r WHERE i < 3 * $1)
INSERT INTO link SELECT 1 + i % $1, 1 + (x >> 7) % $1, (x >> 3) % 9, (x >> 9) % 1000 FROM r;
COMMIT;
SELECT kind, count(*), sum(price), round(avg(weight), 3) FROM part GROUP BY kind
  ORDER BY 2 DESC, 1 LIMIT 5;
SELECT count(*), sum(p.price + q.price) FROM link l JOIN part p ON p.id = l.src
  JOIN part q ON q.id = l.dst WHERE p.kind = 3 OR q.kind = 11;
WITH RECURSIVE reach(id, d) AS (SELECT 1, 0 UNION
  SELECT l.dst, d + 1 FROM reach JOIN link l ON l.src = reach.id WHERE d < 7)
SELECT d, count(*) FROM reach GROUP BY d;
SELECT count(*) FROM part WHERE name LIKE '%9a%' OR name GLOB 'part-0[0-4]*7';
SELECT sum(rk) FROM (SELECT rank() OVER (PARTITION BY kind ORDER BY price) rk FROM part);
UPDATE part SET price = price + 7, name = upper(substr(name, 6)) WHERE kind IN (2, 4, 8, 16);
DELETE FROM link WHERE len < 100 AND type = 4;
SELECT type, count(DISTINCT dst), group_concat(len % 10, '') FROM
  (SELECT * FROM link ORDER BY len, src, dst LIMIT 300) GROUP BY type;
SELECT p.name, count(*) n FROM part p JOIN link l ON l.dst = p.id GROUP BY p.id
  ORDER BY n DESC, p.name LIMIT 10;
SELECT count(*) FROM (SELECT src FROM link EXCEPT SELECT dst FROM link WHERE len > 500);
SELECT name FROM part ORDER BY name LIMIT 3 OFFSET $1 / 2;
CREATE INDEX part_name ON part(name);
SELECT count(*) FROM part a JOIN part b ON a.name = b.name WHERE a.id < b.id;
REINDEX;
PRAGMA integrity_check;
END
}

# small ROWS SEED: many small statements, for the parser and the code generator.
small ()
{
  perl -e '
    my ($rows, $x) = @ARGV;
    for my $i (1 .. $rows / 8)
      {
        $x = $x * 1103515245 + 12345 & 0x7fffffff;
        my ($id, $kind) = (1 + ($x >> 8) % $rows, ($x >> 4) % 37);
        print (("SELECT id, price * 2 + $kind FROM part WHERE id = $id AND kind <> $kind;\n",
                "UPDATE part SET weight = weight + 0.5 WHERE id BETWEEN $id AND $id + 3;\n",
                "INSERT INTO link(src, dst, type, len) VALUES ($id, $i, $kind, abs($id - $i));\n")[$i % 3]);
      }
    print "SELECT count(*), sum(len) FROM link; SELECT sum(weight) FROM part;\n";' "$@"
}

input ()
{
  { bulk 30000 51; small 30000 51; } >"$IN/train"
  { bulk 150000 52; small 150000 52; } >"$IN/ref"
}

train () { "$OUT/bin/sqlite3" -batch :memory: <"$IN/train"; }
ref () { "$OUT/bin/sqlite3" -batch :memory: <"$IN/ref"; }
