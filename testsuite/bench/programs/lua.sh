# shellcheck shell=bash
# sources: lua5.4
# Lua 5.4.4, interpreter: computed goto, setjmp and longjmp for errors and coroutines.
# Two runs are made to be the same: the seed of its hash function, else made of the time and of
# addresses, is fixed, and addresses all hash alike.
prepare ()
{
  cp -r "$SRC/lua5.4/src" "$PREP/src" &&
    sed -i 's/^#define point2uint(p).*/#define point2uint(p) ((unsigned int)sizeof (p))/' \
      "$PREP/src/llimits.h"
}

build ()
{
  local f files=()
  for f in "$PREP"/src/*.c; do
    case $f in */luac.c) ;; *) files+=("$f") ;; esac
  done
  compile -DLUA_COMPAT_5_3 -DLUA_USE_POSIX "-Dluai_makeseed(L)=1" -- "${files[@]}" && link lua -lm
}

input ()
{
  text 300000 31 >"$IN/train"
  text 1500000 32 >"$IN/ref"
  cat >"$IN/work.lua" <<'END'
local file, n = arg[1], tonumber (arg[2])

-- Word counts: string matching, tables, sorting.
local count, words = {}, {}
for line in io.lines (file) do
  for word in line:gmatch ("%a+") do
    if not count[word] then
      count[word] = 0
      words[#words + 1] = word
    end
    count[word] = count[word] + 1
  end
end
table.sort (words, function (a, b)
  if count[a] == count[b] then return a < b end
  return count[a] > count[b]
end)
for i = 1, 20 do print (words[i], count[words[i]]) end

-- Queens: recursion.
local function queens (row, column, up, down, size)
  if row == 0 then return 1 end
  local found = 0
  for i = 1, size do
    if not (column[i] or up[i + row] or down[i - row + size]) then
      column[i], up[i + row], down[i - row + size] = true, true, true
      found = found + queens (row - 1, column, up, down, size)
      column[i], up[i + row], down[i - row + size] = nil, nil, nil
    end
  end
  return found
end
print (queens (8, {}, {}, {}, 8))

-- Objects and errors: pcall is setjmp, error is longjmp.
local Account = {}
Account.__index = Account
function Account:deposit (v) self.balance = self.balance + v end
function Account:withdraw (v)
  if v > self.balance then error ("insufficient funds") end
  self.balance = self.balance - v
end
local account, refused, x = setmetatable ({ balance = 100 }, Account), 0, 42
for i = 1, n * 25000 do
  x = (x * 1103515245 + 12345) & 0x7fffffff
  if x & 3 == 0 then
    if not pcall (account.withdraw, account, x >> 20) then refused = refused + 1 end
  else
    account:deposit (x >> 24)
  end
end
print (account.balance, refused)

-- Coroutines: a sieve of generators.
local function numbers (last)
  return coroutine.wrap (function () for i = 2, last do coroutine.yield (i) end end)
end
local function without (p, source)
  return coroutine.wrap (function ()
    for v in source do if v % p ~= 0 then coroutine.yield (v) end end
  end)
end
local source, primes = numbers (n * 220), 0
for p in function () return source () end do
  primes = primes + 1
  if primes < 40 then source = without (p, source) end
end
print (primes)

-- Floating point.
local px, py, vx, vy = 1.0, 0.0, 0.0, 1.0
for i = 1, n * 50000 do
  local r2 = px * px + py * py
  local k = 0.001 / (r2 * r2 ^ 0.5)
  vx, vy = vx - px * k, vy - py * k
  px, py = px + vx * 0.001, py + vy * 0.001
end
print (string.format ("%.9f %.9f", px, py))

-- Strings.
local parts = {}
for i = 1, n * 2000 do
  parts[i] = string.format ("%05d:%s", i % 977, words[i % #words + 1])
end
local joined = table.concat (parts, ",")
print (#joined, (joined:gsub ("(%d+):(%a)", "%2%1")):sub (1, 60))
END
}

train () { "$OUT/bin/lua" "$IN/work.lua" "$IN/train" 40; }
ref () { "$OUT/bin/lua" "$IN/work.lua" "$IN/ref" 220; }
