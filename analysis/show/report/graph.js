/* A function's graph as a picture.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The places come with the data (drawing.h says their units); here they become SVG.  The blocks are one stop for the
   tabulator: arrow keys go down and up along the most frequent edge, and to the left and right in a layer.  */

const blockWidth = 168, blockHeight = 44, CALL = 1, LANDING = 2, BACK = 1, EXCEPTIONAL = 2;

class Graph {
  /* CHOOSE (block) hears of a block that is chosen.  */
  constructor(choose) {
    this.choose = choose;
    this.scale = 1;
    this.element = make('div', { class: 'graph', tabindex: '-1' });
  }

  show(row, names) {
    this.blocks = row[1].map(([block, count, statements, flags, x, y, lines], index) =>
      ({ index, block, count, statements, flags, x, y, lines: lines ? lineList(lines) : [] }));
    this.edges = row[2].map(([from, to, count, flags, ...bends]) => ({ from, to, count, flags, bends }));
    this.byBlock = new Map(this.blocks.map(b => [b.block, b.index]));
    this.most = Math.max(1, ...this.blocks.map(b => value(b.count)));
    this.names = names;
    this.width = Math.max(...this.blocks.map(b => b.x)) + blockWidth / 2 + 60;
    this.height = Math.max(...this.blocks.map(b => b.y)) + blockHeight / 2 + 30;
    for (const b of this.edges.map(e => e.bends))
      for (let i = 0; i < b.length; i += 2)
        this.width = Math.max(this.width, b[i] + 40);
    const arrow = (id, kind) => make('svg:marker', { id, class: kind, viewBox: '0 0 8 8', refX: 7, refY: 4,
      markerWidth: 8, markerHeight: 8, markerUnits: 'userSpaceOnUse', orient: 'auto' },
      make('svg:path', { d: 'M0,0.5 L7.5,4 L0,7.5 z' }));
    this.svg = make('svg:svg', { role: 'group', 'aria-label': 'Blocks and edges',
      viewBox: `-20 -10 ${this.width} ${this.height}` },
      make('svg:defs', {}, arrow('arrow', 'arrow'), arrow('arrow-on', 'arrow on')),
      ...this.edges.map(e => this.edge(e)), ...this.blocks.map(b => this.block(b)));
    this.svg.addEventListener('keydown', event => this.key(event));
    this.element.replaceChildren(this.svg);
    this.focus = 0;
    this.blocks[0].node.setAttribute('tabindex', '0');
    this.fit();
    this.element.scrollTo(0, 0);
    if (this.width * this.scale > this.element.clientWidth)
      this.scrollTo(this.blocks[0]);
  }

  /* ---- Pictures.  */

  edge(e) {
    const from = this.blocks[e.from], to = this.blocks[e.to], points = [];
    const back = e.flags & BACK, shift = back && !e.bends.length && from.y > to.y ? blockWidth * 0.3 : 0;
    if (e.from === e.to) {
      const x = from.x + blockWidth / 2, y = from.y;
      e.d = `M${x},${y - 10} C${x + 36},${y - 34} ${x + 36},${y + 34} ${x},${y + 10}`;
      e.at = [x + 30, y];
    } else {
      const up = from.y > to.y;
      points.push([from.x + shift, from.y + (up ? -1 : 1) * blockHeight / 2]);
      for (let i = 0; i < e.bends.length; i += 2)
        points.push([e.bends[i], e.bends[i + 1]]);
      points.push([to.x + shift, to.y + (up ? 1 : -1) * blockHeight / 2]);
      e.d = 'M' + points[0];
      for (let i = 1; i < points.length; i++) {
        const [ax, ay] = points[i - 1], [bx, by] = points[i], middle = (by - ay) / 2;
        e.d += ` C${ax},${ay + middle} ${bx},${by - middle} ${bx},${by}`;
      }
      const k = points.length > 2 ? 1 : 0, [ax, ay] = points[k],
        [bx, by] = points[Math.min(k + (k ? 0 : 1), points.length - 1)];
      e.at = [(ax + bx) / 2, (ay + by) / 2];
    }
    const n = value(e.count), width = n ? 1 + 3.2 * Math.log1p(n) / Math.log1p(this.most) : 0.8;
    const kind = ['edge', back && 'back', e.flags & EXCEPTIONAL && 'exceptional', !n && 'never'].filter(Boolean)
      .join(' ');
    const title = make('svg:title', {}, `block ${this.label(from)} → ${this.label(to)}: `
      + (e.flags & EXCEPTIONAL ? 'by an exception or a jump from elsewhere' : number(e.count) + ' times')
        + (back ? ', goes round a loop' : ''));
    e.node = make('svg:g', { class: kind }, title, make('svg:path',
      { d: e.d, 'stroke-width': width.toFixed(2), 'marker-end': 'url(#arrow)' }));
    if (n)
      e.node.append(make('svg:text', { x: e.at[0] + 5, y: e.at[1] + 3, class: 'edge-count' }, brief(e.count)));
    return e.node;
  }

  label(b) {
    return b.block < 0 ? 'folded' : b.block === 0 ? 'entry' : b.block === 1 ? 'exit' : String(b.block);
  }

  lines(b) {
    if (!b.lines.length)
      return '';
    const file = b.lines[0][0], numbers = b.lines.filter(([f]) => f === file).map(([, l]) => l);
    const least = Math.min(...numbers), most = Math.max(...numbers);
    return (least === most ? 'line ' + least : 'lines ' + least + '–' + most)
      + (numbers.length < b.lines.length ? ' …' : '');
  }

  block(b) {
    const part = heat(b.count, this.most), folded = b.block < 0;
    const name = folded ? plural(b.statements, 'block') + ' folded' : b.block < 2 ? this.label(b) : 'block ' + b.block;
    const tip = [name, number(b.count) + ' executions' + (folded ? ' at most' : ''),
      folded ? '' : plural(b.statements, 'statement'), b.flags & CALL ? 'calls' : '',
      b.flags & LANDING ? 'reached by exceptions or jumps' : '',
      ...b.lines.slice(0, 6).map(([f, l]) => baseName(this.names[f].name) + ':' + l)].filter(Boolean);
    b.node = make('svg:g', { class: ['block', folded && 'folded', !value(b.count) && 'never'].filter(Boolean).join(' '),
      role: 'button', tabindex: '-1',
      transform: `translate(${b.x - blockWidth / 2},${b.y - blockHeight / 2})`, 'aria-label': tip.join(', '),
      'data-tip': tip.join('\n'),
      onclick: () => this.select(b.index), onfocus: () => this.move(b.index) },
      make('svg:rect', { width: blockWidth, height: blockHeight, rx: 6, class: 'block-box' }),
      make('svg:rect', { width: 5, height: blockHeight - 12, x: 6, y: 6, rx: 2.5, class: 'block-heat',
        'fill-opacity': part.toFixed(3) }),
      make('svg:text', { x: 19, y: 18, class: 'block-name' }, name + (b.flags & CALL ? ' ⤷' : '')),
      make('svg:text', { x: 19, y: 34, class: 'block-lines' }, this.lines(b)),
      make('svg:text', { x: blockWidth - 8, y: 18, class: 'block-count' }, brief(b.count)));
    return b.node;
  }

  /* ---- What is chosen.  */

  /* Emphasise the blocks of PATHS, lists of their numbers, and the edges between them; only the chosen path is
     strong.  */
  mark(paths) {
    const blocks = new Set(), pairs = new Set();
    for (const path of paths) {
      const on = path.map(n => this.byBlock.has(n) ? this.byBlock.get(n) : -1);
      on.forEach((b, i) => {
        blocks.add(b);
        if (i)
          pairs.add(on[i - 1] + ' ' + b);
      });
    }
    for (const b of this.blocks)
      b.node.classList.toggle('on', blocks.has(b.index));
    for (const e of this.edges) {
      const on = pairs.has(e.from + ' ' + e.to);
      e.node.classList.toggle('on', on);
      e.node.querySelector('path').setAttribute('marker-end', on ? 'url(#arrow-on)' : 'url(#arrow)');
    }
    this.svg.classList.toggle('marked', paths.length > 0);
    const first = this.blocks.find(b => blocks.has(b.index) && b.block > 1);
    if (first)
      this.scrollTo(first);
  }

  select(index) {
    for (const b of this.blocks)
      b.node.classList.toggle('chosen', b.index === index);
    this.choose(this.blocks[index]);
  }

  move(index) {
    this.blocks[this.focus].node.setAttribute('tabindex', '-1');
    this.focus = index;
    this.blocks[index].node.setAttribute('tabindex', '0');
  }

  key(event) {
    const at = this.blocks[this.focus];
    const best = (edges, side) => edges.sort((a, b) => value(b.count) - value(a.count))
      .map(e => this.blocks[e[side]])[0];
    const layer = this.blocks.filter(b => b.y === at.y).sort((a, b) => a.x - b.x), place = layer.indexOf(at);
    const next = { ArrowDown: () => best(this.edges.filter(e => e.from === at.index && e.to !== e.from
      && !(e.flags & BACK)), 'to'),
      ArrowUp: () => best(this.edges.filter(e => e.to === at.index && e.to !== e.from && !(e.flags & BACK)), 'from'),
      ArrowRight: () => layer[place + 1], ArrowLeft: () => layer[place - 1], Home: () => this.blocks[0],
      Enter: () => at, ' ': () => at }[event.key];
    if (!next || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    const to = next();
    if (!to)
      return;
    to.node.focus();
    this.scrollTo(to);
    if (to === at)
      this.select(at.index);
  }

  /* ---- Size.  */

  zoom(scale) {
    this.scale = Math.max(0.12, Math.min(2, scale));
    this.svg.setAttribute('width', Math.round(this.width * this.scale));
    this.svg.setAttribute('height', Math.round(this.height * this.scale));
  }

  fit() {
    const room = this.element.clientWidth - 20;
    this.zoom(room > 0 ? Math.max(0.45, Math.min(1, room / this.width)) : 1);
  }

  scrollTo(b) {
    const x = (b.x + 20) * this.scale, y = (b.y + 10) * this.scale, view = this.element;
    if (x < view.scrollLeft + 40 || x > view.scrollLeft + view.clientWidth - 40)
      view.scrollLeft = x - view.clientWidth / 2;
    if (y < view.scrollTop + 30 || y > view.scrollTop + view.clientHeight - 30)
      view.scrollTop = y - view.clientHeight / 3;
  }
}
