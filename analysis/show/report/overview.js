/* The first view: it is static, and complete; with a range, the functions of the range come first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

const overview = {
  bar(part) {
    const rect = (kind, width) => make('svg:rect', { class: kind, width, height: 8, rx: 2 });
    return make('svg:svg', { class: 'bar', width: 96, height: 8, 'aria-hidden': 'true' }, rect('bar-all', 96),
      rect('bar-part', 96 * part));
  },

  async table() {
    const list = await functionsInRange(), files_ = await files(), total = list.reduce((n, f) => n + f.statements, 0);
    return make('table', {}, make('thead', {}, make('tr', {},
      ...['#', 'Share', '', 'Statements', 'Function'].map((h, i) =>
      h ? make('th', { class: i < 4 ? 'num' : null }, h) : make('td', {})))),
    make('tbody', {}, ...list.slice(0, 20).map(({ fn, statements }, i) =>
      make('tr', {}, make('td', { class: 'num' }, i + 1), make('td', { class: 'num' }, share(statements, total)),
      make('td', {}, this.bar(statements / list[0].statements)), make('td', { class: 'num' }, number(statements)),
      make('td', {}, make('a', { href: address({ view: 'source', fn: fn.number, t: state.t }) },
        make('code', { title: fn.name }, fn.short)),
        faint(' ' + baseName(files_[fn.file].name) + ':' + fn.line))))));
  },

  async show(element) {
    const old = byId('overview-range'), whole = byId('overview-functions'), r = range();
    if (old)
      old.remove();
    if (whole)
      whole.hidden = Boolean(r);
    if (r && whole)
      whole.before(make('section', { class: 'panel', id: 'overview-range' },
        make('h2', {}, 'Hot functions in the range'),
        remark('By statements executed in the function itself, ' + await rangeName()
          + '. The other figures are of the whole run.'),
        make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Hot functions in the range' },
          await this.table())));
  }
};
