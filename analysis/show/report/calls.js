/* Calls: statements by calling context, exactly: heaviest first, in the order of time, and around one function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   State: mode, `time' or `sandwich'; fn, the function in the middle of a sandwich; t, the range.  */

const contexts = once(async () => {
  const all = await section('calls');
  if (!all)
    return null;
  const list = all.rows.map(([caller, fn, file, line, activations, statements, slices, contexts,
    deeper], index) => ({ index, caller, fn, file, line, activations: value(activations),
    statements: value(statements), slices, contexts: contexts || 0, deeper: deeper || 0 }));
  return Object.assign(all, { list });
});

/* A node of a tree: calls of a function from the same context.  */
class CallNode {
  constructor(fn, parent, list, names) {
    this.fn = fn;
    this.parent = parent;
    this.name = fn < 0 ? '' : list[fn].short;
    this.file = fn < 0 ? '' : list.oneFile ? this.name : names[list[fn].file].path;
    this.self = this.total = this.activations = this.contexts = this.deeper = 0;
    this.children = new Map();
    this.slices = new Map();
    this.places = new Map();
  }

  child(fn, list, names) {
    if (!this.children.has(fn))
      this.children.set(fn, new CallNode(fn, this, list, names));
    return this.children.get(fn);
  }

  /* What else was called is ROW.  */
  fold(row) {
    this.contexts += row.contexts;
    this.deeper |= row.deeper;
    this.name = !this.contexts ? 'deeper calls' : 'others: ' + plural(this.contexts, 'context')
      + (this.deeper ? ' and deeper calls' : '');
  }

  colour(dark) {
    return this.fn < 0 ? dark ? '#3a404b' : '#dfe3ea' : flameColour(this.file, this.name, dark);
  }

  /* Each node after those above it.  */
  * all() {
    const open = [this];
    while (open.length) {
      const node = open.pop();
      yield node;
      open.push(...node.children.values());
    }
  }

  /* Sum up what is executed with all that is called.  */
  add() {
    for (const node of [...this.all()].reverse()) {
      node.total = node.self;
      for (const c of node.children.values())
        node.total += c.total;
    }
    return this;
  }

  /* Boxes with the heaviest first, of what takes at least LEAST of all.  */
  boxes(least = 1 / 20000) {
    const boxes = [], open = [[this, 0, 0]];
    while (open.length) {
      const [node, x, depth] = open.pop();
      let at = x;
      if (node.parent || node.fn >= 0)
        boxes.push({ x, width: node.total / this.total, depth, node });
      for (const c of [...node.children.values()].sort((a, b) => b.total - a.total)) {
        if (c.total / this.total < least)
          break;
        open.push([c, at, node.parent || node.fn >= 0 ? depth + 1 : 0]);
        at += c.total / this.total;
      }
    }
    return boxes.sort((a, b) => a.x - b.x);
  }
}

const calls = {
  async build(element) {
    this.functions = await functions();
    this.files = await files();
    /* Where nearly everything is in one file, colours tell functions. */
    const own = new Map();
    for (const f of this.functions)
      own.set(f.file, (own.get(f.file) || 0) + value(f.statements));
    this.functions.oneFile = Math.max(0, ...own.values()) > 0.8 * this.functions.total;
    const button = (mode, text, tip) => make('button', { type: 'button', 'data-mode': mode, 'data-tip': tip,
      onclick: () => go({ mode: mode || undefined }) }, text);
    this.modes = make('span', { class: 'group', role: 'group', 'aria-label': 'Order' },
      button('', 'Left heavy', 'Calls of a context together, the heaviest at the left'),
      button('time', 'Time order', 'Calls as they came, from left to right'),
      button('sandwich', 'Sandwich', 'One function: who called it, and what it called'));
    this.flame = new Flame('Flame graph', n => this.tell(n), n => this.describe(n));
    this.callers = new Flame('Callers', n => this.tell(n), n => this.describe(n), true);
    this.callees = new Flame('Callees', n => this.tell(n), n => this.describe(n));
    this.table = new Rows('Functions', 26, (row, i) => this.fill(row, i), i => go({ fn: this.sums[i].fn }, false));
    this.info = make('span', { class: 'faint' });
    this.facts = make('div', { class: 'facts' });
    this.side = make('div', { class: 'side' }, make('h2', { class: 'side-title' }, 'Functions: own and all statements'),
      this.table.element);
    this.sandwich = make('div', { class: 'sandwich' }, heading('Callers'), this.callers.element, heading('Callees'),
      this.callees.element);
    this.split = make('div', { class: 'split three' }, this.side,
      make('div', { class: 'middle' }, make('div', { class: 'bar-tools' }, this.modes, make('span', { class: 'grow' }),
        this.info), this.flame.element, this.sandwich),
      aside('The call', this.facts));
    element.replaceChildren(this.split);
  },

  /* What CONTEXT has executed itself in the range.  */
  weight(x, r) {
    if (!r)
      return x.statements;
    let sum = 0;
    for (let i = 0; i < x.slices.length; i += 2)
      if (x.slices[i] >= r[0] && x.slices[i] <= r[1])
        sum += value(x.slices[i + 1]);
    return sum;
  },

  async show(element, asked) {
    const all = await contexts();
    if (!all) {
      element.replaceChildren(make('p', { class: 'empty' },
        'There are no calling contexts in this page: the recording has counts without their order, or there are too '
        + 'many. '),
        make('p', { class: 'empty' }, code(command('calls'))));
      return;
    }
    if (!this.functions)
      await this.build(element);
    const r = all.sliced ? range() : null, key = r ? state.t : '';
    if (key !== this.key) {
      this.key = key;
      this.root = new CallNode(-1, null, this.functions, this.files);
      this.nodes = [];
      for (const x of all.list) {
        const node = (x.caller < 0 ? this.root : this.nodes[x.caller]).child(x.fn, this.functions, this.files),
          n = this.weight(x, r);
        this.nodes[x.index] = node;
        node.self += n;
        node.activations += x.activations;
        if (x.fn < 0)
          node.fold(x);
        if (x.file >= 0)
          node.places.set(x.file + ':' + x.line, (node.places.get(x.file + ':' + x.line) || 0) + x.activations);
        for (let i = 0; i < x.slices.length; i += 2)
          node.slices.set(x.slices[i], (node.slices.get(x.slices[i]) || 0) + value(x.slices[i + 1]));
      }
      this.root.add();
      this.sums = this.sumUp();
    }
    const mode = asked.mode || '';
    for (const b of this.modes.children)
      b.setAttribute('aria-pressed', String(b.dataset.mode === mode));
    this.modes.children[1].disabled = !all.sliced;
    this.flame.element.hidden = mode === 'sandwich';
    this.sandwich.hidden = this.side.hidden = mode !== 'sandwich';
    this.split.classList.toggle('no-left', mode !== 'sandwich');
    this.info.textContent = (all.shown < all.n ? number(all.shown) + ' of ' : '') + plural(all.n, 'context')
      + '; width: statements executed';
    if (mode === 'sandwich')
      this.showSandwich(Number(asked.fn));
    else
      this.flame.show(mode === 'time' ? await this.inTime() : this.root.boxes());
    if (mode !== 'sandwich')
      this.describe(null, all);
  },

  /* ---- In the order of time: slices, or some of a phase together; in each, a context is as wide as it has statements
     there.  */

  async inTime() {
    const { slices } = await time(), r = range() || [0, slices.length - 1], boxes = [];
    const shown = slices.slice(r[0], r[1] + 1), whole = shown.reduce((sum, s) => sum + s.statements, 0) || 1;
    const order = [...this.root.all()];
    const groups = [], most = Math.ceil(shown.length / 40);
    for (const s of shown) {
      const last = groups[groups.length - 1];
      if (last && last[0].phase === s.phase && last.length < most)
        last.push(s);
      else
        groups.push([s]);
    }
    let x = 0;
    for (const group of groups) {
      const sums = new Map();
      for (let i = order.length - 1; i >= 0; i--) {
        const node = order[i], n = (sums.get(node) || 0) + group.reduce((sum, s) => sum
          + (node.slices.get(s.index) || 0), 0);
        if (!n)
          continue;
        sums.set(node, n);
        if (node.parent)
          sums.set(node.parent, (sums.get(node.parent) || 0) + n);
      }
      const open = [[this.root, x, -1]];
      while (open.length) {
        const [node, from, depth] = open.pop();
        if (depth >= 0)
          boxes.push({ x: from, width: sums.get(node) / whole, depth, node });
        let at = from;
        for (const c of node.children.values())
          if (sums.get(c) / whole > 1 / 100000) {
            open.push([c, at, depth + 1]);
            at += sums.get(c) / whole;
          }
      }
      x += group.reduce((sum, s) => sum + s.statements, 0) / whole;
    }
    boxes.sort((a, b) => a.depth - b.depth || a.x - b.x);
    const joined = [];
    for (const b of boxes) {
      const last = joined[joined.length - 1];
      if (last && last.depth === b.depth && last.node === b.node && b.x - last.x - last.width < 1e-6)
        last.width = b.x + b.width - last.x;
      else
        joined.push(b);
    }
    return joined;
  },

  /* ---- Sandwich.  */

  sumUp() {
    const sums = new Map();
    for (const node of this.root.all()) {
      if (node.fn < 0)
        continue;
      if (!sums.has(node.fn))
        sums.set(node.fn, { fn: node.fn, self: 0, total: 0, nodes: [] });
      const s = sums.get(node.fn);
      s.self += node.self;
      s.nodes.push(node);
      let p = node.parent;
      while (p && p.fn !== node.fn)
        p = p.parent;
      if (!p)
        s.total += node.total;
    }
    return [...sums.values()].filter(s => s.total).sort((a, b) => b.self - a.self);
  },

  fill(row, i) {
    const s = this.sums[i];
    row.className = 'item';
    row.title = this.functions[s.fn].name;
    row.append(heatBar(s.self / this.sums[0].self), make('span', { class: 'name' }, this.functions[s.fn].short),
      figure(share(s.self, this.root.total)),
      make('span', { class: 'num wide-num' }, share(s.total, this.root.total)));
  },

  showSandwich(fn) {
    const at = Math.max(0, this.sums.findIndex(s => s.fn === fn)), s = this.sums[at];
    this.table.show(this.sums.length, s ? at : -1);
    if (!s)
      return;
    const below = new CallNode(s.fn, null, this.functions, this.files),
      above = new CallNode(s.fn, null, this.functions, this.files);
    for (const node of s.nodes) {
      let outer = node.parent;
      while (outer && outer.fn !== s.fn)
        outer = outer.parent;
      if (outer)
        continue;
      const open = [[node, below]];
      while (open.length) {
        const [from, to] = open.pop();
        to.self += from.self;
        to.activations += from.activations;
        if (from.fn < 0)
          to.fold(from);
        for (const c of from.children.values())
          open.push([c, to.child(c.fn, this.functions, this.files)]);
      }
      let to = above;
      to.activations += node.activations;
      for (let p = node.parent; p && p.parent; p = p.parent) {
        to = to.child(p.fn, this.functions, this.files);
        to.activations += p.activations;
      }
      to.self += node.total;
    }
    below.add();
    above.add();
    this.callees.show(below.boxes());
    this.callers.show(above.boxes());
    this.describe(below);
  },

  /* ---- What is known.  */

  tell(n) {
    return [n.name, 'own ' + share(n.self, this.root.total) + ', with calls ' + share(n.total, this.root.total),
      number(n.total) + ' statements',
      plural(n.activations, 'activation') + (this.key ? ' in the whole run' : '')];
  },

  describe(n, all) {
    if (!n) {
      this.facts.replaceChildren(make('h2', {}, 'Calls'),
        remark('Exact, not sampled: each box is a calling context, as wide as the statements that it and what it '
          + 'called executed.'),
        remark('Choose a box; again, or Enter, to zoom in; Escape or a double click to zoom out.'),
        all.shown < all.n ? make('p', { class: 'more' }, number(all.shown) + ' contexts of ' + number(all.n)
          + ', those with the most statements, are shown by themselves. ', code(command('calls --min-share=0%'))) : '',
        all.levels > 0 ? make('p', { class: 'more' }, 'Below level ' + all.levels + ' calls are told apart only where '
          + 'much was executed. ', code(command('calls --depth=' + 4 * all.levels))) : '',
        all.sliced ? '' : remark('There was no room for the contexts of each slice of time.'));
      return;
    }
    const chain = [];
    for (let p = n.parent; p && (p.parent || p.fn >= 0); p = p.parent)
      chain.push(p);
    const fn = this.functions[n.fn], caller = n.fn < 0 && n.parent ? this.functions[n.parent.fn] : null;
    this.facts.replaceChildren(make('h2', {}, n.name), pathsView.table([['Own statements', number(n.self)],
      ['With what it called', number(n.total)],
      ['Share', share(n.total, this.root.total)], ['Activations', number(n.activations)]]),
    fn ? make('p', {}, make('a', { href: address({ view: 'source', fn: n.fn, t: state.t }) }, 'Source'), ' · ',
      make('a', { href: address({ view: 'paths', fn: n.fn, t: state.t }) }, 'Paths'), ' · ',
      make('a', { href: address({ view: 'calls', mode: 'sandwich', fn: n.fn, t: state.t }) }, 'Sandwich')) : '',
    caller ? make('p', { class: 'more' }, 'What else was called there. ',
      code(command('calls --function=' + quoted(caller.name)))) : '',
    n.places.size ? heading('Called at') : '', make('ul', {},
      ...[...n.places].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([place, times]) => {
      const [file, line] = place.split(':');
      return make('li', {}, make('div', { class: 'row' }, make('a',
        { href: address({ view: 'source', f: file, l: line, t: state.t }) },
        baseName(this.files[file].name) + ':' + line), figure(number(times))));
    })),
    chain.length ? heading('Called from') : '', make('ul', {},
      ...chain.slice(0, 40).map(p => make('li', {}, code(p.name)))));
  }
};
