/* The other half of weak-1.c.  */
int both (int x) { for (int i = 0; i < 3; i++) if (x < i) x += 4; return x; }
static int local (int x) { if (x > 4) return 2; return 3; }
int other (int x) { return local (x) + local (x + 2); }
