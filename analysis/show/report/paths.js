/* Paths: a function's graph, its executed paths, and hot subpaths across functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   State: fn, the function; path, the number of one of its paths; hot, a hot subpath; step, one of its steps.  */

const hotSubpaths = once(async () => {
  const all = await section('hot'), list = await paths();
  if (!all)
    return [];
  return all.rows.map(([count, cost, runs, half, nine, longest, steps], index) =>
    ({ index, count, cost, runs, half, nine, longest,
    total: all.total, steps: steps.map(([path, repeat, others, name, n]) =>
      ({ path: list[path], repeat, others, name: plain(name || ''), number: n })) }));
});

const pathsView = {
  async build(element) {
    this.list = await functions();
    this.names = await files();
    this.hot = await hotSubpaths();
    this.by = await pathsByFunction();
    this.graphRows = await graphs();
    this.all = await paths();
    this.opened = new Set();
    this.changed = await differentPaths();
    this.functions = new Rows('Functions', 26, (row, i) => this.fillFunction(row, i),
      (i, event) => this.chooseFunction(i, event));
    this.subpaths = new Rows('Hot subpaths', 40, (row, i) => this.fillHot(row, i),
      i => go({ hot: i, step: 0, fn: undefined, path: undefined }, false));
    this.paths = new Rows('Executed paths of the function', 26, (row, i) => this.fillPath(row, i),
      i => go({ fn: state.fn, path: this.ofFunction[i].path, hot: undefined, step: undefined }, false));
    this.graph = new Graph(b => this.describeBlock(b));
    this.search = make('input', { type: 'search', placeholder: 'Filter functions', 'aria-label': 'Filter functions',
      oninput: () => this.filter() });
    this.title = make('span', { class: 'title' });
    this.info = make('span', { class: 'faint' });
    this.facts = make('div', { class: 'facts' });
    this.pathsTitle = make('h2', { class: 'side-title' });
    const button = (text, label, action) => make('button', { type: 'button', 'aria-label': label, 'data-tip': label,
      onclick: action }, text);
    element.replaceChildren(make('div', { class: 'split three' },
      make('div', { class: 'side' },
        ...this.hot.length ? [make('h2', { class: 'side-title' }, 'Hot subpaths'),
          make('div', { class: 'part' }, this.subpaths.element)] : [],
        make('div', { class: 'search' }, this.search), make('div', { class: 'part' }, this.functions.element),
        this.pathsTitle, make('div', { class: 'part' }, this.paths.element)),
      make('div', { class: 'middle' },
        make('div', { class: 'bar-tools' }, this.title, this.info, make('span', { class: 'grow' }),
          make('span', { class: 'group', role: 'group', 'aria-label': 'Size' },
            button('−', 'Smaller', () => this.graph.zoom(this.graph.scale / 1.25)),
            button('Fit', 'Fit the width', () => this.graph.fit()),
            button('+', 'Larger', () => this.graph.zoom(this.graph.scale * 1.25)))),
        this.graph.element,
        make('div', { class: 'legend' }, make('span', { class: 'legend-heat' }), 'executions',
          make('span', { class: 'legend-edge' }), 'edge',
          make('span', { class: 'legend-edge back' }), 'goes round a loop',
          make('span', { class: 'legend-edge exceptional' }), 'exception or jump',
          make('span', {}, '⤷ calls'))),
      aside('The path', this.facts)));
    this.subpaths.show(this.hot.length);
  },

  /* How often P was executed: in the range, if there is one.  */
  times(p) {
    return this.counts ? this.counts.get(p.index) || 0 : p.count;
  },

  keys: { '+': () => pathsView.graph.zoom(pathsView.graph.scale * 1.25),
    '-': () => pathsView.graph.zoom(pathsView.graph.scale / 1.25) },

  async show(element, asked) {
    if (!this.list)
      await this.build(element);
    if (this.key !== (state.t || '')) {
      this.key = state.t || '';
      this.counts = await rangeCounts();
      this.ranked = await functionsInRange();
      this.total = Math.max(1, this.ranked.reduce((n, f) => n + f.statements, 0));
      this.filter();
    }
    const hot = this.hot[Number(asked.hot)];
    let step = hot && hot.steps[Number(asked.step) || 0], path = step && step.path;
    let fn = this.list[path ? path.fn : asked.fn === undefined
      ? (this.hot.length && this.hot[0].steps[0].path || { fn: 0 }).fn : Number(asked.fn)];
    if (!fn) {
      this.facts.replaceChildren(make('p', { class: 'empty' }, 'No function was executed.'));
      return;
    }
    this.ofFunction = (this.by.get(fn.number) || []).filter(p => value(this.times(p)))
      .sort((a, b) => value(this.times(b)) * b.statements - value(this.times(a)) * a.statements);
    if (!path)
      path = this.ofFunction.find(p => String(p.path) === asked.path);
    this.subpaths.show(this.hot.length, hot ? hot.index : -1);
    this.functions.show(this.found.length, this.found.findLastIndex(f => f.fn === fn));
    this.paths.show(this.ofFunction.length, this.ofFunction.indexOf(path));
    this.pathsTitle.textContent = plural(this.ofFunction.length, 'path')
      + (this.ofFunction.length > 1 ? ', the most costly first' : '');
    this.title.textContent = fn.short;
    this.title.dataset.tip = fn.name;
    this.info.textContent = plural(fn.activations, 'activation') + ', ' + share(value(fn.statements), this.list.total)
      + ' of all statements' + (this.counts ? '; the graph is of the whole run' : '');
    const row = this.graphRows.get(fn.number);
    if (fn !== this.fn) {
      this.fn = fn;
      if (row)
        this.graph.show(row, this.names);
      else
        this.graph.element.replaceChildren(make('p', { class: 'empty' }, 'There was no room for this graph. '),
          make('p', { class: 'empty' }, code(command('paths -f ' + quoted(fn.assembler)))));
    }
    if (row)
      this.graph.mark((hot ? hot.steps.filter(s => s.path && s.path.fn === fn.number)
        .flatMap(s => [s.path, ...this.otherPaths(s)]) : path ? [path] : []).map(p => p.blocks));
    if (hot)
      await this.describeHot(hot, Number(asked.step) || 0);
    else if (path)
      await this.describePath(path);
    else
      this.describeFunction(fn);
  },

  /* ---- Lists.  */

  chooseFunction(i, event) {
    const { fn, instances, key } = this.found[i];
    if (instances > 1 && event) {
      this.opened.has(key) ? this.opened.delete(key) : this.opened.add(key);
      this.filter();
    }
    go({ fn: fn.number, path: undefined, hot: undefined, step: undefined }, false);
  },

  filter() {
    const wanted = this.search.value.toLowerCase();
    this.found = underTemplates(this.ranked.filter(f => f.fn.name.toLowerCase().includes(wanted)), this.opened);
    this.functions.show(this.found.length, this.found.findLastIndex(f => f.fn === this.fn));
  },

  fillFunction(row, i) {
    fillFunctionRow(row, this.found[i], this.found[0].statements, this.total, this.opened);
  },

  stepName(s) {
    return (s.path ? pathName(this.list, s.path) : s.name + ':' + s.number)
      + (s.others.length ? ' or ' + plural(s.others.length, 'other') : '');
  },

  /* The others that go once round the same loop.  */
  otherPaths(s) {
    const wanted = new Set(s.others.map(String));
    return s.path && wanted.size ? (this.by.get(s.path.fn) || []).filter(p => wanted.has(String(p.path))) : [];
  },

  link(p) {
    return make('div', { class: 'row' }, make('a', { href: address({ view: 'paths', fn: p.fn, path: p.path }) },
      code(pathName(this.list, p))),
      figure(number(p.count)));
  },

  fillHot(row, i) {
    const h = this.hot[i];
    row.className = 'item two';
    row.title = h.steps.map(s => this.stepName(s)).join(' → ');
    row.append(heatBar(value(h.cost) / value(this.hot[0].cost)),
      make('span', { class: 'name' }, make('span', {}, h.steps.map(s => this.stepName(s)).join(' → ')),
      faint(plural(h.steps.length, 'path') + ', ' + number(h.count) + ' times')),
      figure(share(value(h.cost), value(h.total))));
  },

  fillPath(row, i) {
    const p = this.ofFunction[i];
    row.className = 'item';
    row.title = p.start + ' → ' + p.end;
    row.append(heatBar(p.cost / this.ofFunction[0].cost), make('span', { class: 'name' }, String(p.path),
      faint('  ' + p.start + ' → ' + p.end)),
      this.changed.has(p.index) ? changeSign(this.changed.get(p.index).change > 0, 'num ') : '',
      figure(number(this.times(p))));
  },

  /* ---- What is known.  */

  async pathFacts(p) {
    const other = this.changed.get(p.index);
    return [...other ? await sideRows(other, '', ' statements') : [],
      ...this.counts ? [['Executions in the range', number(this.times(p))]] : [], ['Executions', number(p.count)],
      ['Statements of one', number(p.statements)],
      ['Share of all statements', share(p.cost, this.all.total)], ['Begins', p.start], ['Ends', p.end],
      ['Blocks', p.blocks.join(' ')]];
  },

  table(facts) {
    return make('dl', { class: 'facts-list' }, ...facts.flatMap(([k, v]) => [make('dt', {}, k), make('dd', {}, v)]));
  },

  /* The lines of paths with their text.  */
  async excerpt(list) {
    const by = new Map();
    for (const p of list)
      for (const [file, line] of lineList(p.packed))
        by.has(file) ? by.get(file).add(line) : by.set(file, new Set([line]));
    const texts = await sourceTexts(), parts = [];
    for (const [file, lines] of by) {
      const text = texts.get(file);
      parts.push(heading(baseName(this.names[file].name)), make('div', { class: 'excerpt' },
        ...[...lines].sort((a, b) => a - b).slice(0, 80).map(line =>
          make('a', { href: address({ view: 'source', f: file, l: line }) },
          make('span', { class: 'line' }, line), text && text.texts.get(line) || ''))));
    }
    return parts;
  },

  describeFunction(fn) {
    this.facts.replaceChildren(make('h2', {}, fn.short), this.table([['Activations', number(fn.activations)],
      ['Statements', number(fn.statements)],
      ['Paths executed', number(fn.executed)], ['Feasible', number(fn.exact || fn.feasible)]]),
    make('p', {}, make('a', { href: address({ view: 'source', fn: fn.number }) }, 'Source')),
    remark('Choose a path, a hot subpath or a block.'),
    this.ofFunction.length < fn.executed ? make('p', { class: 'more' },
      number(fn.executed - this.ofFunction.length) + ' more paths: ',
      code(command('paths --top=all -f ' + quoted(fn.assembler)))) : '');
  },

  async describePath(p) {
    this.facts.replaceChildren(make('h2', {}, 'Path ' + pathName(this.list, p)), this.table(await this.pathFacts(p)),
      ...await this.excerpt([p]));
  },

  async describeHot(h, at) {
    const here = h.steps[at];
    this.facts.replaceChildren(make('h2', {}, 'Hot subpath ' + (h.index + 1)),
      this.table([['Executions', number(h.count)], ['Share of all statements', share(value(h.cost), value(h.total))],
        ['Times entered', number(h.runs)],
        ['In a row, half of the times up to', number(h.half)], ['… nine of ten times up to', number(h.nine)],
        ['… at most', number(h.longest)]]),
      heading('Its paths, in this order'), make('ol', { class: 'sequence' }, ...h.steps.map((s, i) => make('li', {},
        make('a', { href: address({ view: 'paths', hot: h.index, step: i }), 'aria-current': i === at ? 'step' : null },
          code(this.stepName(s))),
        s.repeat > 1 ? make('span', { class: 'times' }, ' ×\u202f' + number(s.repeat)) : '',
        s.others.length && i === at ? make('div', { class: 'note' }, 'Each time round the loop is one of these',
          ...[s.path, ...this.otherPaths(s)].filter(p => p).map(p => this.link(p))) : ''))),
      ...await this.excerpt(h.steps.filter(s => s.path && here.path && s.path.fn === here.path.fn)
        .flatMap(s => [s.path, ...this.otherPaths(s)])));
  },

  describeBlock(b) {
    const through = this.ofFunction.filter(p => p.blocks.includes(b.block));
    this.facts.replaceChildren(make('h2', {}, b.block < 0 ? plural(b.statements, 'block') + ' folded'
      : 'Block ' + this.graph.label(b)),
      this.table([['Executions', number(b.count)], [b.block < 0 ? 'Blocks' : 'Statements', number(b.statements)]]),
      heading('Paths through it'), make('ul', {}, ...through.slice(0, 20).map(p => make('li', {}, this.link(p)))),
      b.lines.length ? heading('Lines') : '', make('ul', {},
        ...b.lines.slice(0, 20).map(([file, line]) => make('li', {},
        make('a', { href: address({ view: 'source', f: file, l: line }) },
          baseName(this.names[file].name) + ':' + line)))));
  }
};
