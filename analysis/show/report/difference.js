/* Difference: what differs from another recording, or set of them, in each kind of thing.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Everything is as wpp diff has it.  State: by, what is listed; row, the row that is chosen.  */

const difference = once(async () => {
  const all = await section('difference');
  if (!all)
    return null;
  const row = ([what, a, b, change, part, ...rest]) => ({ what, a, b, change, part, rest });
  for (const kind of Object.keys(all.n))
    all[kind] = all[kind].map(row);
  return all;
});

/* The rows of lines by file and line, of paths by path, of functions by assembler name.  */
const differentLines = once(async () => {
  const all = await difference(), by = new Map();
  for (const r of all ? all.lines : []) {
    if (!by.has(r.rest[0]))
      by.set(r.rest[0], new Map());
    by.get(r.rest[0]).set(r.rest[1], r);
  }
  return by;
});
const differentPaths = once(async () => new Map(((await difference())
  || { paths: [] }).paths.filter(r => r.rest[0] >= 0).map(r => [r.rest[0], r])));

const signed = n => (n > 0 ? '+' : n < 0 ? '−' : '') + number(Math.abs(n) < 10 ? Math.round(Math.abs(n) * 100) / 100
  : Math.round(Math.abs(n)));

/* What the two sides, A and B, are called, and what changed from one to the other.  */
const sideNames = once(async () => {
  const all = await difference(), several = all.a[3] > 1 || all.b[3] > 1;
  return { a: 'A, the base', b: all.b[3] > 1 ? 'B, these runs' : 'B, this run',
    change: several ? 'Change per run' : 'Change' };
});

/* What the row R says, for a table; UNIT is what is counted, CHANGED that of which the change is so many.  */
async function sideRows(r, unit = '', changed = '') {
  const sides = await sideNames();
  return [[sides.a, number(r.a) + unit], [sides.b, number(r.b) + unit], [sides.change, signed(r.change) + changed]];
}
const words = { new: 'new', lost: 'lost', more: 'more', less: 'less' };

const differenceView = {
  kinds: { functions: 'Functions', lines: 'Lines', paths: 'Paths', subpaths: 'Subpaths', contexts: 'Contexts' },
  units: { functions: 'statements', lines: 'executions', paths: 'executions', subpaths: 'executions',
    contexts: 'activations' },
  /* Of paths, what their executions cost changes. */
  changes: { paths: 'statements', subpaths: 'statements' },

  side(name, [file, program, files_, runs, statements]) {
    return make('div', { class: 'card' }, make('dt', {}, name + (runs > 1 ? ', ' + number(runs) + ' runs' : '')),
      make('dd', {}, make('b', {}, number(statements)), ' statements'),
      make('dd', { class: 'faint small-name', title: plain(program || '') },
        plain(file || '') + (files_ > 1 ? ' and ' + number(files_ - 1) + ' more' : '')));
  },

  async build(element, all) {
    this.all = all;
    this.sides = await sideNames();
    this.functions = await functions();
    this.byName = new Map(this.functions.map(f => [f.assembler, f]));
    this.files = await files();
    this.paths = await paths();
    this.list = new Rows('Differences', 28, (row, i) => this.fill(row, i),
      i => { note({ row: i }); this.describe(this.rows[i]); });
    this.tabs = make('span', { class: 'group', role: 'group', 'aria-label': 'What is compared' },
      ...Object.keys(this.kinds).filter(k => k in all.n).map(k =>
      make('button', { type: 'button', 'data-by': k, onclick: () => go({ by: k, row: undefined }) },
        this.kinds[k] + ' ' + brief(all.n[k]))));
    this.more = make('p', { class: 'more pad' });
    this.facts = make('div', { class: 'facts' });
    this.head = make('div', { class: 'diff-head', 'aria-hidden': 'true' });
    const [a, b] = [all.a, all.b], of = side => value(side[4]) / Math.max(1, side[3]), change = of(b) - of(a);
    element.replaceChildren(make('dl', { class: 'cards pad' }, this.side(this.sides.a, a), this.side(this.sides.b, b),
      make('div', { class: 'card' }, make('dt', {}, this.sides.change),
        make('dd', {}, make('b', { class: change > 0 ? 'warn' : change < 0 ? 'good' : null }, signed(change)),
        ' statements'),
        make('dd', { class: 'faint' }, of(a) ? share(Math.abs(change), of(a)) + (change < 0 ? ' less' : ' more')
          : ''))),
    make('div', { class: 'bar-tools' }, this.tabs), make('div', { class: 'split two' },
      make('div', { class: 'middle' }, this.head, this.list.element, this.more),
      aside('The difference', this.facts)));
  },

  async show(element, asked) {
    const all = await difference();
    if (!all) {
      element.replaceChildren(make('p', { class: 'empty' },
        'This page is of one recording, or one set of them. A page of two says what differs:'),
        make('p', { class: 'empty' }, code('wpp report -o page.html --base=A ' + document.body.dataset.arguments)));
      return;
    }
    if (!this.all)
      await this.build(element, all);
    const by = asked.by in all.n ? asked.by : 'functions';
    this.by = by;
    this.rows = all[by];
    for (const b of this.tabs.children)
      b.setAttribute('aria-pressed', String(b.dataset.by === by));
    this.head.replaceChildren(...['', this.kinds[by].replace(/s$/, ''), 'A', 'B',
      by in this.changes ? 'Statements' : this.sides.change, 'Share'].map((h, i) =>
      make('span', { class: ['what', 'name', 'num', 'num', 'num', 'num part'][i] }, h)));
    const at = Math.min(Number(asked.row) || 0, this.rows.length - 1), left = all.n[by] - this.rows.length;
    this.list.show(this.rows.length, at);
    this.more.hidden = !left;
    this.more.replaceChildren(number(left) + ' more: ', code('wpp diff --by=' + by + ' --top=all '
      + document.body.dataset.base + ' ' + document.body.dataset.arguments));
    this.describe(this.rows[at]);
  },

  name(r) {
    const rest = r.rest;
    switch (this.by) {
    case 'functions': return plain(rest[1]) + (rest[2] ? ' (was ' + plain(rest[2]) + ')' : '');
    case 'lines': return baseName(this.files[rest[0]].name) + ':' + rest[1];
    case 'paths': return plain(rest[1]) + ':' + rest[2] + '  ' + rest[3] + ' → ' + rest[4];
    case 'subpaths': return rest.map(([, name, n]) => plain(name) + ':' + n).join(' → ');
    default: return rest[3].map(n => n === null ? 'deeper calls' : plain(n)).slice(-3).join(' › ');
    }
  },

  fill(row, i) {
    const r = this.rows[i], better = r.change < 0;
    row.className = 'item diff';
    row.title = this.name(r);
    row.setAttribute('aria-label', words[r.what] + ': ' + this.name(r) + ', A ' + number(r.a) + ', B ' + number(r.b)
      + ', ' + this.sides.change.toLowerCase() + ' ' + signed(r.change) + ' '
      + (this.changes[this.by] || this.units[this.by]));
    row.append(make('span', { class: 'what tag ' + r.what }, words[r.what]),
      make('span', { class: 'name' }, this.name(r)), figure(number(r.a)),
      figure(number(r.b)), make('span', { class: 'num ' + (better ? 'good' : 'warn') }, signed(r.change)),
      make('span', { class: 'num part' }, share(r.part, 1)));
  },

  async describe(r) {
    if (!r) {
      this.facts.replaceChildren(remark(this.all.alike ? 'The recordings are alike.'
        : 'Nothing of this kind differs.'));
      return;
    }
    const unit = this.units[this.by], rest = r.rest, parts = [make('h2', { class: 'wrap' }, this.name(r)),
      pathsView.table([...await sideRows(r, ' ' + unit, ' ' + (this.changes[this.by] || unit)),
        ['Share of all changes', share(r.part, 1)]])];
    const link = (text, to) => parts.push(make('p', {}, make('a', { href: address(to) }, text)));
    if (this.by === 'functions') {
      const f = this.byName.get(rest[0]);
      parts.push(pathsView.table([['Activations in A', number(rest[4])], ['Activations in B', number(rest[5])],
        ['Graph', rest[3] || 'of one side only']]));
      if (f) {
        link('Source', { view: 'source', fn: f.number });
        link('Paths', { view: 'paths', fn: f.number });
        link('Callers and callees', { view: 'calls', mode: 'sandwich', fn: f.number });
      }
    } else if (this.by === 'lines') {
      link('Source', { view: 'source', f: rest[0], l: rest[1] });
    } else {
      for (const [path, name, n] of this.by === 'paths' ? [rest] : this.by === 'subpaths' ? rest : [])
        if (this.paths[path])
          link('Path ' + plain(name) + ':' + n, { view: 'paths', fn: this.paths[path].fn, path: n });
      if (this.by === 'paths')
        for (const [file, line] of lineList(rest[5]).slice(0, 12))
          link(baseName(this.files[file].name) + ':' + line, { view: 'source', f: file, l: line });
      if (this.by === 'contexts') {
        parts.push(heading('Calls that are open'), make('ul', {},
          ...rest[3].map(n => make('li', {}, code(n === null ? 'deeper calls' : plain(n))))));
        if (rest[1] >= 0)
          link('Called at ' + baseName(this.files[rest[1]].name) + ':' + rest[2],
            { view: 'source', f: rest[1], l: rest[2] });
      }
    }
    this.facts.replaceChildren(...parts);
  }
};
