/* Source: the text with counts, and what is known of a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   State: f, the file; l, the line; fn, a function, which stands for both; by=files lists files.  */

const sourceLines = once(async () => new Map((await section('lines')).rows.map(([file, packed]) => {
  const counts = new Map();
  let most = 0;
  for (let i = 0; i < packed.length; i += 3) {
    counts.set(packed[i], { count: packed[i + 1], partly: packed[i + 2] });
    most = Math.max(most, value(packed[i + 1]));
  }
  return [file, { counts, most }];
})));

const sourceTexts = once(async () => new Map((await section('texts')).rows.map(([file, n, ...ranges]) => {
  const texts = new Map();
  for (const [first, lines] of ranges)
    lines.forEach((text, i) => texts.set(first + i, plain(text)));
  return [file, { n, texts }];
})));

const decisions = once(async () => {
  const all = await section('decisions');
  return (all ? all.rows : []).map(([file, fn, line, kind, action, chosen, gain, bytes, because]) =>
    ({ file: plain(file || ''), fn: plain(fn || ''), line, kind, action: plain(action || ''), chosen, gain, bytes,
      because: plain(because || '') }));
});

/* Those of FILE: compilations name it as they were given it.  */
async function decisionsOf(file) {
  const by = new Map();
  for (const d of await decisions())
    if (file.path === d.file || file.path.endsWith('/' + d.file) || file.name === d.file
      || baseName(file.path) === baseName(d.file) && !d.file.includes('/'))
      by.has(d.line) ? by.get(d.line).push(d) : by.set(d.line, [d]);
  return by;
}

/* Facts by file and line.  */
const factsByLine = once(async () => {
  const by = new Map();
  for (const f of ((await section('facts')) || { rows: [] }).rows)
    for (const line of f[4])
      by.has(f[0] + ':' + line) ? by.get(f[0] + ':' + line).push(f) : by.set(f[0] + ':' + line, [f]);
  return by;
});

const source = {
  /* The counts of FILE's lines; in a range, how often paths through them were executed.  */
  async countsOf(file) {
    const whole = (await sourceLines()).get(file) || { counts: new Map(), most: 0 }, counts = await rangeCounts();
    if (!counts)
      return whole;
    const own = new Map(), by = (await pathsByLine()).get(file) || new Map();
    let most = 0;
    for (const line of whole.counts.keys()) {
      const n = (by.get(line) || []).reduce((sum, p) => sum + (counts.get(p.index) || 0), 0);
      own.set(line, { count: n, partly: 0 });
      most = Math.max(most, n);
    }
    return { counts: own, most };
  },

  /* What is shown of FILE: lines with text or a count, and gaps.  */
  async read(file) {
    const lines = await this.countsOf(file);
    const text = (await sourceTexts()).get(file);
    const known = new Set(lines.counts.keys());
    if (text)
      text.texts.forEach((t, n) => known.add(n));
    const rows = [];
    let last = 0;
    for (const n of [...known].sort((a, b) => a - b)) {
      if (n > last + 1)
        rows.push({ gap: n - last - 1 });
      rows.push(Object.assign({ line: n, text: text && text.texts.get(n) }, lines.counts.get(n)));
      last = n;
    }
    if (text && text.n > last)
      rows.push({ gap: text.n - last });
    return { rows, lines, text };
  },

  async build(element) {
    this.list = await functions();
    this.fileList = await files();
    this.opened = new Set();
    this.names = new Rows('Functions', 26, (row, i) => this.fillName(row, i), (i, event) => this.chooseName(i, event));
    this.code = new Rows('Source', 19, (row, i) => this.fillLine(row, i), i => this.chooseLine(i));
    this.code.element.classList.add('code');
    this.search = make('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter the list',
      oninput: () => this.filter() });
    this.by = make('button', { type: 'button', onclick: () => go({ by: state.by ? '' : 'files' }, false) });
    this.title = make('span', { class: 'title' });
    this.facts = make('div', { class: 'facts' });
    const button = (key, label, action, tip) => make('button', { type: 'button', onclick: action, 'data-tip': tip },
      label + ' ', make('kbd', { 'aria-hidden': 'true' }, key));
    element.replaceChildren(make('div', { class: 'split three' },
      make('div', { class: 'side' }, make('div', { class: 'search' }, this.search, this.by), this.names.element),
      make('div', { class: 'middle' },
        make('div', { class: 'bar-tools' }, this.title, make('span', { class: 'grow' }),
          button('h', 'Next hot', () => this.nextHot(1), 'The line executed next most often in this file (H: back)'),
          this.different = button('d', 'Next different', () => this.nextDifferent(1),
            'The next line that was executed more or less often than in the base (D: back)'),
          this.deciding = button('c', 'Next decision', () => this.nextDecided(1),
            'The next line about which the compiler decided something (C: back)'),
          button('n', 'Next not executed', () => this.nextNever(1), 'The next line that was never executed (N: back)')),
        this.code.element, this.legend = make('div', { class: 'legend' })),
      aside('The line', this.facts)));
  },

  /* What the marks of the lines mean.  */
  explain() {
    const parts = [this.decided.size && '◆ decided by the compiler',
      this.changed.size && '▲ more, ▼ less than the base'];
    this.legend.textContent = parts.filter(p => p).join('\u2003');
    this.legend.hidden = !this.legend.textContent;
  },

  keys: { h: () => source.nextHot(1), H: () => source.nextHot(-1), n: () => source.nextNever(1),
    N: () => source.nextNever(-1), d: () => source.nextDifferent(1), D: () => source.nextDifferent(-1),
    c: () => source.nextDecided(1), C: () => source.nextDecided(-1) },

  async show(element, asked) {
    if (!this.list)
      await this.build(element);
    let file = asked.f === undefined ? NaN : Number(asked.f), line = Number(asked.l);
    const fn = this.list[Number(asked.fn)];
    if (fn && isNaN(file)) {
      file = fn.file;
      line = line || fn.line;
    }
    if (isNaN(file) || !this.fileList[file])
      file = this.list.length ? this.list[0].file : 0;
    if (this.key !== (state.t || '')) {
      this.key = state.t || '';
      this.ranked = await functionsInRange();
      this.file = undefined;
    }
    this.filter(asked.by, fn, file);
    if (!this.fileList[file]) {
      this.facts.replaceChildren(make('p', { class: 'empty' }, 'No function was executed.'));
      return;
    }
    if (file !== this.file || asked.by !== this.shownBy) {
      this.file = file;
      Object.assign(this, await this.read(file));
      this.decided = await decisionsOf(this.fileList[file]);
      this.changed = (await differentLines()).get(file) || new Map();
      this.explain();
      this.different.hidden = !(await difference());
      this.deciding.hidden = !(await decisions()).length;
      this.hot = this.rows.map((row, i) => [value(row.count || 0), i]).filter(([n]) => n).sort((a, b) => b[0] - a[0]);
      this.title.textContent = this.fileList[file].name;
      this.title.dataset.tip = this.fileList[file].path;
    }
    let at = this.rows.findIndex(row => row.line >= line);
    if (!line || at < 0)
      at = this.hot.length ? this.hot[0][1] : 0;
    this.code.show(this.rows.length, at);
    await this.describe(this.rows[at]);
  },

  /* ---- The list at the left.  */

  filter(by = state.by, fn = this.list[Number(state.fn)], file = this.file) {
    const wanted = this.search.value.toLowerCase();
    this.shownBy = by;
    this.by.textContent = by ? 'Functions' : 'Files';
    this.by.dataset.tip = by ? 'List functions, those that cost most first' : 'List source files';
    this.names.element.setAttribute('aria-label', by ? 'Source files' : 'Functions');
    if (by) {
      const cost = new Map();
      for (const { fn, statements } of this.ranked)
        cost.set(fn.file, (cost.get(fn.file) || 0) + statements);
      this.items = this.fileList.filter(f => f.name.toLowerCase().includes(wanted))
        .map(f => ({ file: f, name: f.name, cost: cost.get(f.number) || 0 })).sort((a, b) => b.cost - a.cost);
    } else
      this.items = underTemplates(this.ranked.filter(f => f.fn.name.toLowerCase().includes(wanted)), this.opened);
    this.total = Math.max(1, this.ranked.reduce((n, f) => n + f.statements, 0));
    this.most = Math.max(1, ...this.items.slice(0, 1).map(i => i.cost || i.statements));
    this.names.show(this.items.length, this.items.findLastIndex(i => by ? i.file.number === file : i.fn === fn));
  },

  fillName(row, i) {
    const { name, cost, fn } = this.items[i];
    if (fn) {
      fillFunctionRow(row, this.items[i], this.most, this.total, this.opened);
      return;
    }
    row.className = 'item';
    row.title = name;
    row.append(heatBar(cost / this.most), make('span', { class: 'name' }, name), figure(share(cost, this.total)));
  },

  chooseName(i, event) {
    const { fn, file, instances, key } = this.items[i];
    if (instances > 1 && event) {
      this.opened.has(key) ? this.opened.delete(key) : this.opened.add(key);
      this.filter();
    }
    go(fn ? { fn: fn.number, f: undefined, l: undefined } : { f: file.number, l: undefined, fn: undefined }, false);
  },

  /* ---- The text.  */

  fillLine(row, i) {
    const { line, text, count, partly, gap } = this.rows[i];
    if (gap) {
      row.append(make('span', { class: 'count' }), make('span', { class: 'line' }, '⋮'),
        make('span', { class: 'marks' }),
        make('span', { class: 'gap' }, plural(gap, 'line') + ' without executed functions'));
      return;
    }
    const cell = make('span', { class: 'count' }, count === undefined ? '' : value(count) ? number(count) : '0');
    cell.style.background = heatColour(heat(count || 0, this.lines.most));
    cell.classList.toggle('hot', value(count || 0) > 0);
    cell.classList.toggle('never', count !== undefined && !value(count));
    if (partly && value(count))
      cell.title = 'a part of this line was never executed';
    const more = this.changed.has(line) && this.changed.get(line).change > 0;
    row.append(cell, make('span', { class: 'line' }, line),
      make('span', { class: 'marks' }, this.decided.has(line) ? '◆' : '',
        this.changed.has(line) && changeSign(more)),
      make('span', { class: 'text' }, text === undefined ? '' : text));
    row.setAttribute('aria-label', ['line ' + line, count !== undefined && plural(count, 'execution'),
      this.decided.has(line) && 'decided by the compiler',
      this.changed.has(line) && (more ? 'more' : 'less') + ' than in the base', text].filter(part => part).join(', '));
  },

  chooseLine(i) {
    const row = this.rows[i];
    if (row.line)
      note({ f: this.file, l: row.line });
    this.describe(row);
  },

  nextHot(step) {
    const at = this.hot.findIndex(([, i]) => i === this.code.at);
    const next = at < 0 ? 0 : at + step;
    if (this.hot[next])
      this.code.select(this.hot[next][1], null);
  },

  next(step, wanted) {
    for (let i = this.code.at + step; i >= 0 && i < this.rows.length; i += step)
      if (wanted(this.rows[i])) {
        this.code.select(i, null);
        return;
      }
    say('No more such lines in this file');
  },

  nextNever(step) {
    this.next(step, row => row.count !== undefined && !value(row.count));
  },

  nextDifferent(step) {
    this.next(step, row => this.changed.has(row.line));
  },

  nextDecided(step) {
    this.next(step, row => this.decided.has(row.line));
  },

  /* ---- What is known of a line.  */

  async describe(row) {
    const list = this.list;
    if (!row || !row.line) {
      this.facts.replaceChildren(remark(row ? 'Not in this page.' : 'No line.'));
      return;
    }
    const at = quoted(baseName(this.fileList[this.file].path) + ':' + row.line);
    const counts = await rangeCounts(), times = p => counts ? counts.get(p.index) || 0 : p.count;
    const through = (((await pathsByLine()).get(this.file) || new Map()).get(row.line) || [])
      .filter(p => value(times(p)))
      .sort((a, b) => value(times(b)) - value(times(a)));
    const parts = [make('h2', {}, 'Line ' + row.line)];
    parts.push(remark(row.count === undefined ? 'No code of its own.'
      : value(row.count) ? (this.key ? 'Paths through it were executed ' : 'Executed ') + number(row.count) + ' time'
        + (value(row.count) === 1 ? '' : 's') + (this.key ? ' in the range' : '')
        + (row.partly ? '; a part of it never' : '') + '.' : 'Never executed.'));
    const other = this.changed.get(row.line);
    if (other)
      parts.push(heading('Beside the base'), pathsView.table(await sideRows(other)));
    if (through.length)
      parts.push(heading('Paths through it'), make('ul', {}, ...through.slice(0, 12).map(p => make('li', {},
        make('div', { class: 'row' },
          make('a', { href: address({ view: 'paths', fn: p.fn, path: p.path, t: state.t }) }, code(pathName(list, p))),
          figure(number(times(p)))),
        faint(p.start + ' → ' + p.end + ', ' + plural(p.statements, 'statement'))))));
    if (through.length > 12)
      parts.push(remark(plural(through.length - 12, 'more path')));
    for (const d of this.decided.get(row.line) || [])
      parts.push(this.decision(d));
    const facts = (await factsByLine()).get(this.file + ':' + row.line) || [];
    if (facts.length)
      parts.push(heading('Facts there, and how often they held'),
        make('ul', {}, ...facts.slice(0, 16).map(([, problem, , , , fact, line, n, count]) =>
        make('li', { title: problem }, make('div', { class: 'row' },
          code(plain(fact) + (line ? ' (line ' + line + ')' : '')),
          figure(number(n) + ' / ' + number(count)))))));
    if (row.count !== undefined && value(row.count))
      parts.push(heading('How it got here, what it depends on'),
        ...['path --at=', 'slice --at=', 'query --problem=reaching-definitions --at='].map(c =>
          make('code', { class: 'command' }, command(c + at))));
    this.facts.replaceChildren(...parts);
  },

  decision(d) {
    return make('div', {}, heading('Decided by the compiler: ' + d.kind),
      make('ul', {}, make('li', {}, make('div', { class: 'row' }, make('b', {}, d.action),
        make('span', { class: d.chosen ? 'tag' : 'tag no' }, d.chosen ? 'carried out' : 'not carried out')),
      make('div', {}, d.because),
      make('div', { class: 'faint' }, (d.gain >= 0 ? 'gains ' + plural(d.gain, 'cycle') : 'gain not known') + ', '
        + plural(d.bytes, 'byte') + ' of code'))));
  }
};
