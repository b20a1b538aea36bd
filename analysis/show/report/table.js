/* A list of which only those rows are elements that are seen.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is a list box: one stop for the tabulator; arrows, page keys, Home and End choose.  */

class Rows {
  /* NAME is what it is called; HEIGHT that of a row; FILL (element, index) fills in a row; CHOOSE (index, event) hears
     of what is chosen, with Enter or a click if EVENT is not null.  */
  constructor(name, height, fill, choose) {
    this.height = height;
    this.fill = fill;
    this.choose = choose;
    this.n = 0;
    this.at = -1;
    this.shown = new Map();
    this.id = 'rows-' + (Rows.made = (Rows.made || 0) + 1);
    this.all = make('div', { class: 'rows-all', role: 'presentation' });
    this.element = make('div', { class: 'rows', role: 'listbox', tabindex: '0', 'aria-label': name,
      onscroll: () => this.draw(), onkeydown: event => this.key(event), onclick: event => this.click(event) },
        this.all);
    new ResizeObserver(() => this.draw()).observe(this.element);
    for (const type of ['beforeprint', 'afterprint'])
      addEventListener(type, () => this.print(type > 'b'));
  }

  /* Show N rows, AT chosen.  */
  show(n, at = -1) {
    this.n = n;
    this.at = at;
    this.all.style.height = n * this.height + 'px';
    this.clear();
    this.reveal();
    this.draw();
  }

  clear() {
    for (const row of this.shown.values())
      row.remove();
    this.shown.clear();
  }

  draw() {
    const more = this.printing;
    const first = Math.max(0, more ? this.at - more : Math.floor(this.element.scrollTop / this.height) - 8);
    const end = Math.min(this.n, more ? Math.max(0, this.at) + more
      : Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + 8);
    for (const [i, row] of this.shown)
      if (i < first || i >= end) {
        row.remove();
        this.shown.delete(i);
      }
    for (let i = first; i < end; i++)
      if (!this.shown.has(i)) {
        const row = make('div', { role: 'option', id: this.id + '-' + i, 'aria-selected': String(i === this.at),
          'aria-setsize': this.n, 'aria-posinset': i + 1,
          style: { top: i * this.height + 'px', height: this.height + 'px' } });
        this.fill(row, i);
        this.all.append(row);
        this.shown.set(i, row);
      }
    if (this.shown.has(this.at))
      this.element.setAttribute('aria-activedescendant', this.id + '-' + this.at);
    else
      this.element.removeAttribute('aria-activedescendant');
  }

  /* On paper there are so many rows on each side of the chosen one, in their order.  */
  print(on) {
    this.printing = on && this.element.offsetParent ? 1000 : 0;
    this.clear();
    this.draw();
  }

  reveal() {
    const view = this.element, top = this.at * this.height;
    if (this.at < 0)
      return;
    if (top < view.scrollTop || top + this.height > view.scrollTop + view.clientHeight)
      view.scrollTop = Math.max(0, top - view.clientHeight / 3);
  }

  select(i, event) {
    if (i < 0 || i >= this.n)
      return;
    const old = this.shown.get(this.at);
    if (old)
      old.setAttribute('aria-selected', 'false');
    this.at = i;
    this.reveal();
    this.draw();
    const row = this.shown.get(i);
    if (row)
      row.setAttribute('aria-selected', 'true');
    this.choose(i, event);
  }

  click(event) {
    const row = event.target.closest('[role="option"]');
    if (row && this.all.contains(row))
      this.select(Number(row.id.slice(this.id.length + 1)), event);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.ctrlKey || event.altKey || event.metaKey)
      return;
    if (event.key in steps) {
      event.preventDefault();
      this.select(Math.max(0, Math.min(this.n - 1, this.at + steps[event.key])), null);
    } else if (event.key === 'Enter' && this.at >= 0) {
      event.preventDefault();
      this.choose(this.at, event);
    }
  }
}
