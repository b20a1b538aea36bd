# What CPython is trained with.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
import json, re, sys, collections
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
class Node:
    __slots__ = ('l', 'r', 'v')
    def __init__(self, v, l=None, r=None): self.v, self.l, self.r = v, l, r
    def total(self): return self.v + (self.l.total() if self.l else 0) + (self.r.total() if self.r else 0)
def tree(d): return Node(d, tree(d - 1), tree(d - 1)) if d else Node(1)
words = ' '.join(str(i * 7919 % 1013) for i in range(3000))
print(fib(17), tree(10).total(), len(re.findall(r'\b[1-5]\d+\b', words)))
print(collections.Counter(words.split()).most_common(2))
data = [{'k%d' % i: [i, str(i), {'x': i / 3}]} for i in range(300)]
print(len(json.dumps(data, sort_keys=True)), json.loads(json.dumps(data)) == data)
print(sorted((x * x % 997 for x in range(3000)), key=lambda v: -v)[:3])
print(sum(1 for p in range(2, 2000) if all(p % q for q in range(2, int(p ** .5) + 1))))
