# shellcheck shell=bash
# sources: redis
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Redis: its makefile compiles all again when flags change, and passes REDIS_CFLAGS to its own files only, not to those
# in deps/.
programs=redis-server

make_with ()
{
  make -j "$JOBS" -C src CC=wpp-gcc MALLOC=libc REDIS_CFLAGS="$1" REDIS_LDFLAGS="$1" \
    redis-server redis-cli redis-benchmark
}
generate () { make_with "-fwpp-generate,into=$INTO"; }
use () { make_with "-fwpp-use=$WHOLE"; }

# A server that answers the benchmark and some questions.
train ()
{
  local status=0
  rm -f redis.socket
  src/redis-server --port 0 --unixsocket redis.socket --save '' --appendonly no >server.log 2>&1 &
  for _ in $(seq 100); do [ -S redis.socket ] && break; sleep 0.1; done
  src/redis-benchmark -s redis.socket -q -n 3000 -c 8 -t set,get,incr,lpush,lpop,sadd,hset,zadd,lrange_100,mset \
    >benchmark.log 2>&1 || status=1
  for question in flushall 'set a 41' 'incr a' 'rpush l 3 1 2' 'sort l' 'zadd z 1 x 2 y' 'zrange z 0 -1' \
    'eval return(7*6) 0' 'get none'; do
    # shellcheck disable=SC2086
    src/redis-cli -s redis.socket $question || status=1
  done
  src/redis-cli -s redis.socket shutdown nosave
  wait
  return "$status"
}

own_tests () { ./runtest --single unit/type/incr --single unit/type/hash --single unit/expire; }
