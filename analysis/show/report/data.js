/* The data of the page: sections, unpacked when they are first asked for, and what is made of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What the sections have is said where they are written (functions.c, graph-section.h, paths.c, hot.c, source.c,
   known.c).  Functions, paths and files are known by their places in their sections.  */

const sections = new Map();

async function unpack(name) {
  const element = byId('data-' + name);
  if (!element)
    return null;
  const text = atob(element.textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++)
    bytes[i] = text.charCodeAt(i);
  element.textContent = '';
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

/* The section NAME; null when the page has none.  */
function section(name) {
  if (!sections.has(name))
    sections.set(name, unpack(name));
  return sections.get(name);
}

/* Lines as sections have them, as a list of [file, line].  */
function lineList(packed) {
  const lines = [];
  let file = -1;
  for (const n of packed)
    if (n < 0)
      file = -1 - n;
    else
      lines.push([file, n]);
  return lines;
}

/* ---- Functions, files, paths.  */

const once = make => { let made; return () => made || (made = make()); };

const functions = once(async () => {
  const { rows, n } = await section('functions');
  const list = rows.map(([name, short, assembler, file, line, last, activations, statements, executed, feasible, exact],
    number) => ({ number, name: plain(name), short: plain(short), assembler, file, line, last, activations, statements,
      executed, feasible, exact }));
  list.all = n;
  list.total = list.reduce((sum, f) => sum + value(f.statements), 0);
  return list;
});

const files = once(async () => (await section('files') || [])
  .map(([name, path], number) => ({ number, name: plain(name), path: plain(path) })));

const paths = once(async () => {
  const { rows, n } = await section('paths');
  const list = rows.map(([fn, path, count, statements, start, end, blocks, lines], index) =>
    ({ index, fn, path, count, statements, start, end, blocks, packed: lines, cost: value(count) * statements }));
  list.all = n;
  list.total = list.reduce((sum, p) => sum + p.cost, 0);
  return list;
});

/* The paths of each function, the most costly first.  */
const pathsByFunction = once(async () => {
  const by = new Map();
  for (const p of await paths())
    by.has(p.fn) ? by.get(p.fn).push(p) : by.set(p.fn, [p]);
  return by;
});

/* The paths through each line of each file: a map of maps.  */
const pathsByLine = once(async () => {
  const by = new Map();
  for (const p of await paths())
    for (const [file, line] of lineList(p.packed)) {
      if (!by.has(file))
        by.set(file, new Map());
      const lines = by.get(file);
      lines.has(line) ? lines.get(line).push(p) : lines.set(line, [p]);
    }
  return by;
});

const graphs = once(async () => new Map((await section('graphs')).rows.map(row => [row[0], row])));

const pathName = (list, p) => list[p.fn].short + ':' + p.path;

/* ---- Time: slices, phases, and the range that is chosen, which filters what other views show.  */

const time = once(async () => {
  const all = await section('time');
  if (!all)
    return null;
  const slices = all.rows.map(([thread, first, events, statements, phase, kind, counts], index) =>
    ({ index, thread, first, events: value(events), statements: value(statements), phase, kind, counts }));
  const threads = [];
  for (const s of slices) {
    const last = threads[threads.length - 1];
    if (last && last.thread === s.thread)
      last.slices.push(s);
    else
      threads.push({ thread: s.thread, slices: [s] });
  }
  return Object.assign(all, { slices, lanes: threads });
});

/* The first and the last slice of the range, or null.  */
function range() {
  const found = /^(\d+)-(\d+)$/.exec(state.t || '');
  return found && Number(found[1]) <= Number(found[2]) ? [Number(found[1]), Number(found[2])] : null;
}

const inRange = new Map();

/* How often each path was executed in the range: a map; null without a range.  */
async function rangeCounts() {
  const r = range(), all = r && await time();
  if (!all)
    return null;
  if (!inRange.has(state.t)) {
    const counts = new Map();
    for (const s of all.slices.slice(r[0], r[1] + 1))
      for (let i = 0; i < s.counts.length; i += 2)
        counts.set(s.counts[i], (counts.get(s.counts[i]) || 0) + value(s.counts[i + 1]));
    inRange.clear();
    inRange.set(state.t, counts);
  }
  return inRange.get(state.t);
}

/* The functions with the statements executed in the range, the most first; all of them without one.  */
async function functionsInRange() {
  const list = await functions(), counts = await rangeCounts();
  if (!counts)
    return list.map(fn => ({ fn, statements: value(fn.statements) }));
  const sums = new Map(), all = await paths();
  for (const [p, n] of counts)
    sums.set(all[p].fn, (sums.get(all[p].fn) || 0) + n * all[p].statements);
  return [...sums].map(([fn, statements]) => ({ fn: list[fn], statements }))
    .sort((a, b) => b.statements - a.statements);
}

/* The functions LIST, instances of a template under it: { fn, statements, name, instances, indent }.  Those of a
   template are there if its name is in OPENED.  */
function underTemplates(list, opened) {
  const groups = new Map();
  for (const f of list) {
    const key = f.fn.file + ':' + f.fn.line + ':' + f.fn.short;
    if (!groups.has(key))
      groups.set(key, []);
    groups.get(key).push(f);
  }
  const items = [], sums = [...groups].map(([key, group]) => [key, group, group.reduce((n, f) => n + f.statements, 0)])
    .sort((a, b) => b[2] - a[2]);
  for (const [key, group, statements] of sums) {
    const several = group.length > 1;
    items.push({ fn: group[0].fn, statements, name: group[0].fn.short, instances: group.length, key });
    if (several && opened.has(key))
      items.push(...group.map(f => ({ fn: f.fn, statements: f.statements, indent: true, instances: 1,
        name: (/\[with (.*)\]$/.exec(f.fn.name) || [0, f.fn.name])[1] })));
  }
  return items;
}

/* A row of such a list.  */
function fillFunctionRow(row, item, most, total, opened) {
  row.className = 'item' + (item.indent ? ' indent' : '');
  row.title = item.fn.name;
  row.append(heatBar(item.statements / most), make('span', { class: 'name' }, item.name),
    item.instances > 1 ? make('span', { class: 'times' },
    (opened.has(item.key) ? '▾ ' : '▸ ') + item.instances) : '', figure(share(item.statements, total)));
}

/* What a range is called.  */
async function rangeName() {
  const r = range(), all = r && await time();
  if (!all || !all.slices[r[1]])
    return '';
  const a = all.slices[r[0]], b = all.slices[r[1]];
  return 'thread ' + a.thread + ', events ' + brief(a.first) + ' to ' + brief(value(b.first) + b.events);
}
