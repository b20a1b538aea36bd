/* Time: what was executed when, thread by thread, and the choice of a range.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   There is no clock in a recording: a thread's time is its events.  A slice is as many of them as any other of the
   thread.
   State: t, the range; z, the slices that are shown, if not all.  */

const kindHues = [215, 28, 155, 285, 48, 190, 340, 95, 255, 10];
const kindColour = (kind, dark) => `hsl(${kindHues[kind % 10]} ${dark ? '38% 42%' : '55% 62%'})`;
const kindName = kind => kind < 26 ? String.fromCharCode(65 + kind) : 'A' + kind;

class Lane {
  /* A thread's slices on a canvas: phases above, functions below.  CHOOSE (first, last) hears of a range.  */
  constructor(view, thread, list) {
    Object.assign(this, { view, thread, list, slices: thread.slices });
    this.cursor = this.mark = null;
    this.canvas = make('canvas', { tabindex: '0', role: 'slider',
      'aria-label': 'Thread ' + thread.thread
      + '. Left and right move, with Shift they choose a range, Escape ends it.',
      'aria-valuemin': 0, 'aria-valuemax': this.slices.length - 1, 'aria-valuenow': 0, 'aria-valuetext': 'slice 1',
      onmousedown: e => this.down(e), onmousemove: e => this.move(e), onmouseleave: hideTip,
      onkeydown: e => this.key(e), onfocus: () => this.draw(), onblur: () => this.draw() });
    this.element = make('div', { class: 'lane' }, heading('Thread ' + thread.thread, make('span', { class: 'faint' },
      '  ' + number(this.slices.reduce((n, s) => n + s.events, 0)) + ' events')), this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  draw() {
    const width = this.canvas.clientWidth, names = 150, top = 22, step = 15, ratio = devicePixelRatio || 1,
      rows = this.list;
    if (!width)
      return;
    const height = top + rows.length * step + 18, dark = darkTheme(), c = this.canvas.getContext('2d');
    this.canvas.style.height = height + 'px';
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    c.scale(ratio, ratio);
    const shown = this.shown(), w = (width - names) / shown.length, text = style('--text'), soft = style('--soft'),
      heat = style('--heat');
    this.geometry = { names, w, shown };
    c.font = '11.5px ' + style('--sans');
    c.textBaseline = 'middle';
    shown.forEach((s, i) => {
      const x = names + i * w, last = i === shown.length - 1 || shown[i + 1].phase !== s.phase;
      c.fillStyle = kindColour(s.kind, dark);
      c.fillRect(x, 0, Math.max(0.5, w - (last ? 1.5 : -0.5)), top - 6);
      rows.forEach((fn, k) => {
        const part = (this.view.parts[s.index].get(fn) || 0) / Math.max(1, s.statements);
        if (part > 0.002) {
          c.fillStyle = `rgba(${heat},${Math.min(1, 0.06 + 1.1 * Math.sqrt(part)).toFixed(3)})`;
          c.fillRect(x, top + k * step, Math.max(0.5, w + 0.4), step - 2);
        }
      });
    });
    for (let i = 0; i < shown.length;) {
      let end = i;
      while (end < shown.length && shown[end].phase === shown[i].phase)
        end++;
      if ((end - i) * w > 14) {
        c.fillStyle = dark ? '#fff' : '#10131a';
        c.fillText(kindName(shown[i].kind), names + i * w + 4, (top - 6) / 2);
      }
      i = end;
    }
    c.fillStyle = soft;
    c.textAlign = 'right';
    c.fillText('phase', names - 8, (top - 6) / 2);
    c.font = '11px ' + style('--mono');
    rows.forEach((fn, k) => {
      const name = this.view.functions[fn].short;
      c.fillText(name.length > 21 ? name.slice(0, 20) + '…' : name, names - 8, top + k * step + step / 2 - 1);
    });
    c.textAlign = 'left';
    c.font = '11px ' + style('--sans');
    const ticks = width - names < 320 ? 2 : 4;
    for (let i = 0; i <= ticks; i++) {
      const s = shown[Math.min(shown.length - 1, Math.round(i * shown.length / ticks))],
        at = i === ticks ? value(s.first) + s.events : value(s.first);
      c.textAlign = i === ticks ? 'right' : 'left';
      c.fillText(brief(at), i === ticks ? width : names + i * (width - names) / ticks, height - 8);
    }
    c.textAlign = 'left';
    const r = range();
    if (r) {
      const a = shown.findIndex(s => s.index >= r[0]), last = shown.filter(s => s.index <= r[1]).length;
      const inside = shown.some(s => s.index >= r[0] && s.index <= r[1]);
      c.fillStyle = dark ? 'rgba(20,23,29,0.6)' : 'rgba(246,247,249,0.65)';
      if (inside) {
        c.fillRect(names, 0, a * w, height - 18);
        c.fillRect(names + last * w, 0, width - names - last * w, height - 18);
        c.strokeStyle = style('--accent');
        c.lineWidth = 2;
        c.strokeRect(names + a * w + 1, 1, Math.max(2, (last - a) * w - 2), height - 20);
      } else
        c.fillRect(names, 0, width - names, height - 18);
    }
    if (document.activeElement === this.canvas && this.cursor !== null) {
      c.fillStyle = text;
      c.fillRect(names + this.cursor * w, 0, 2, height - 18);
    }
  }

  shown() {
    const z = /^(\d+)-(\d+)$/.exec(state.z || '');
    const list = z ? this.slices.filter(s => s.index >= Number(z[1]) && s.index <= Number(z[2])) : this.slices;
    return list.length ? list : this.slices;
  }

  find(event) {
    const { names, w, shown } = this.geometry, x = event.clientX - this.canvas.getBoundingClientRect().left - names;
    return Math.max(0, Math.min(shown.length - 1, Math.floor(x / w)));
  }

  tell(s) {
    const top = [...this.view.parts[s.index]].sort((a, b) => b[1] - a[1]).slice(0, 5);
    return ['thread ' + s.thread + ', events ' + number(s.first) + ' to ' + number(value(s.first) + s.events - 1),
      'phase ' + kindName(s.kind), number(s.statements) + ' statements',
      ...top.map(([fn, n]) => share(n, s.statements) + ' ' + this.view.functions[fn].short)];
  }

  choose(a, b) {
    const { shown } = this.geometry, [from, to] = [shown[Math.min(a, b)].index, shown[Math.max(a, b)].index];
    go({ t: from + '-' + to }, false);
  }

  down(event) {
    const from = this.find(event);
    this.cursor = this.mark = from;
    const move = e => { this.moved = true; this.choose(from, this.find(e)); };
    const up = e => {
      removeEventListener('mousemove', move);
      removeEventListener('mouseup', up);
      if (!this.moved)
        this.choose(from, this.find(e));
      this.moved = false;
    };
    addEventListener('mousemove', move);
    addEventListener('mouseup', up);
  }

  move(event) {
    if (this.geometry)
      showTip(this.tell(this.geometry.shown[this.find(event)]).join('\n'), event.clientX, event.clientY);
  }

  key(event) {
    const { shown } = this.geometry, step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity,
      End: Infinity }[event.key];
    if (event.key === 'Escape')
      go({ t: undefined }, false);
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    const from = this.cursor === null ? 0 : this.cursor;
    this.cursor = Math.max(0, Math.min(shown.length - 1, from + step));
    if (!event.shiftKey)
      this.mark = this.cursor;
    const s = shown[this.cursor];
    this.canvas.setAttribute('aria-valuenow', this.slices.indexOf(s));
    this.canvas.setAttribute('aria-valuetext', this.tell(s).join(', '));
    if (event.shiftKey)
      this.choose(this.mark === null ? from : this.mark, this.cursor);
    this.draw();
  }
}

const timeView = {
  async build(element, all) {
    const list = await paths();
    this.functions = await functions();
    this.parts = all.slices.map(s => {
      const sums = new Map();
      for (let i = 0; i < s.counts.length; i += 2)
        sums.set(list[s.counts[i]].fn, (sums.get(list[s.counts[i]].fn) || 0) + value(s.counts[i + 1])
          * list[s.counts[i]].statements);
      return sums;
    });
    const top = thread => {
      const peaks = new Map();
      for (const s of thread.slices)
        for (const [fn, n] of this.parts[s.index])
          peaks.set(fn, (peaks.get(fn) || 0) + n);
      return [...peaks].sort((a, b) => b[1] - a[1]).slice(0, all.threads > 6 ? 4 : all.threads > 2 ? 8 : 16)
        .map(([fn]) => fn);
    };
    this.lanes = all.lanes.map(t => new Lane(this, t, top(t)));
    this.buttons = make('span', {});
    this.phases = make('tbody', {});
    element.replaceChildren(make('div', { class: 'bar-tools' },
      make('span', { class: 'title plain' }, 'Functions by time'), make('span', { class: 'faint' },
      'in ' + plural(all.slices.length, 'slice') + ' of equally many events'), make('span', { class: 'grow' }),
        this.buttons),
    make('div', { class: 'time-all' },
      remark('Drag over a thread, or choose with Shift and the arrows: the range filters all views.'),
      make('div', { class: 'panel' }, ...this.lanes.map(l => l.element),
        all.leftOut ? make('p', { class: 'more' }, plural(all.leftOut, 'more thread') + ': ',
          code(command('info --all'))) : ''),
      make('div', { class: 'panel' }, make('h2', {}, 'Phases'),
        remark('Stretches in which about the same functions were executed. Phases with the same letter are alike.'),
        make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Phases' },
          make('table', {}, make('thead', {}, make('tr', {},
          ...['Phase', 'Thread', 'Events', 'Share', 'Hottest functions', ''].map((h, i) =>
          h ? make('th', { class: i > 0 && i < 4 ? 'num' : null }, h) : make('td', {})))), this.phases)))));
    const by = new Map();
    for (const s of all.slices)
      by.has(s.phase) ? by.get(s.phase).push(s) : by.set(s.phase, [s]);
    const whole = all.slices.reduce((n, s) => n + s.statements, 0);
    for (const phase of by.values()) {
      const sums = new Map(), sum = phase.reduce((n, s) => n + s.statements, 0), a = phase[0],
        b = phase[phase.length - 1];
      for (const s of phase)
        for (const [fn, n] of this.parts[s.index])
          sums.set(fn, (sums.get(fn) || 0) + n);
      const mark = make('span', { class: 'kind' }, kindName(a.kind));
      mark.style.background = kindColour(a.kind, false);
      this.phases.append(make('tr', {}, make('td', {}, mark), make('td', { class: 'num' }, a.thread),
        make('td', { class: 'num' }, brief(a.first) + ' – ' + brief(value(b.first) + b.events)),
        make('td', { class: 'num' }, share(sum, whole)), make('td', {},
          ...[...sums].sort((x, y) => y[1] - x[1]).slice(0, 4).map(([fn, n]) => make('span', { class: 'phase-fn' },
          code(this.functions[fn].short), faint(' ' + share(n, sum))))),
        make('td', {}, make('button', { type: 'button', 'aria-label': 'Choose the range of this phase '
          + kindName(a.kind), onclick: () => go({ t: a.index + '-' + b.index }) }, 'Choose range'))));
    }
  },

  async show(element) {
    const all = await time();
    if (!all) {
      element.replaceChildren(make('p', { class: 'empty' },
        'Nothing is known of time: the recording has counts of paths, without their order, or its grammar is too '
        + 'large. '),
        make('p', { class: 'empty' }, code(command('expand --limit=1000'))));
      return;
    }
    if (!this.lanes)
      await this.build(element, all);
    const r = range();
    this.buttons.replaceChildren(make('button', { type: 'button', onclick: () => go({ z: state.t }), disabled: !r },
      'Zoom to the range'), ' ',
      make('button', { type: 'button', onclick: () => go({ z: undefined }), disabled: !state.z }, 'All'), ' ',
      r ? make('code', { class: 'faint' }, 'wpp expand -t ' + all.slices[r[0]].thread + ' --from='
        + all.slices[r[0]].first + ' …') : '');
    for (const l of this.lanes)
      l.draw();
  }
};
