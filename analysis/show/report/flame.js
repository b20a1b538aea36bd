/* Flame graphs on a canvas.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A graph is a list of boxes { x, width, depth, node }, x and width parts of the whole.  A click or Enter zooms in; the
   arrows go from box to box; Escape goes back.  */

const rowHeight = 20;

function hash(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++)
    h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/* The colour of what is in file FILE, of name NAME: files differ in hue, names a little in lightness.  */
function flameColour(file, name, dark) {
  const hue = [28, 210, 155, 48, 265, 190, 340, 95, 230, 12][hash(file) % 10], more = hash(name) % 7;
  return dark ? `hsl(${hue} 34% ${27 + more}%)` : `hsl(${hue} 62% ${79 + more}%)`;
}

const darkTheme = () => getComputedStyle(document.documentElement).colorScheme === 'dark';

class Flame {
  /* TELL (node) says what a node is, in a few lines; CHOOSE (node) hears of one that is chosen.  UP: roots are at the
     bottom.  */
  constructor(name, tell, choose, up = false) {
    this.tell = tell;
    this.choose = choose;
    this.up = up;
    this.view = [0, 1];
    this.boxes = [];
    this.at = null;
    this.canvas = make('canvas', { tabindex: '0', role: 'application',
      'aria-label': name + '. Arrow keys go from call to call, Enter zooms in, Escape out.',
      onmousemove: event => this.hover(event), onmouseleave: hideTip, onclick: event => this.click(event),
      ondblclick: () => this.zoom([0, 1]), onkeydown: event => this.key(event), onfocus: () => this.draw(),
      onblur: () => this.draw(),
      onwheel: event => this.wheel(event) });
    this.element = make('div', { class: 'flame' }, this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /* Show BOXES; those of a depth by x.  */
  show(boxes, keep) {
    this.boxes = boxes;
    this.depth = boxes.reduce((most, b) => Math.max(most, b.depth), 0) + 1;
    this.rows = Array.from({ length: this.depth }, () => []);
    for (const b of boxes)
      this.rows[b.depth].push(b);
    if (!keep)
      this.view = [0, 1];
    this.at = keep && this.at ? boxes.find(b => b.node === this.at.node) || null : null;
    this.canvas.style.height = this.depth * rowHeight + 2 + 'px';
    this.draw();
  }

  place(b) {
    const [from, to] = this.view, scale = this.width / (to - from);
    return [(b.x - from) * scale, b.width * scale, (this.up ? this.depth - 1 - b.depth : b.depth) * rowHeight];
  }

  draw() {
    const width = this.element.clientWidth, height = (this.depth || 1) * rowHeight + 2, ratio = devicePixelRatio || 1;
    if (!width || !this.rows)
      return;
    this.width = width;
    this.canvas.width = width * ratio;
    this.canvas.height = Math.min(height * ratio, 16000);
    const c = this.canvas.getContext('2d'), dark = darkTheme(), text = style('--text'), back = style('--panel'),
      focus = style('--focus');
    c.scale(ratio, ratio);
    c.font = '11.5px ' + style('--mono');
    c.textBaseline = 'middle';
    for (const row of this.rows) {
      let done = -1;
      for (const b of row) {
        let [x, w, y] = this.place(b);
        if (x > width || x + w < 0 || (w < 0.4 && x + w < done + 0.4))
          continue;
        done = x + w;
        const left = Math.max(0, x), right = Math.min(width, x + w);
        c.fillStyle = b.node.colour(dark);
        c.fillRect(left, y, Math.max(0.6, right - left - (w > 3 ? 1 : 0)), rowHeight - 1);
        if (right - left > 24) {
          c.fillStyle = text;
          c.fillText(this.clip(c, b.node.name, right - left - 8), left + 4, y + rowHeight / 2);
        }
      }
    }
    if (this.at) {
      const [x, w, y] = this.place(this.at);
      c.strokeStyle = document.activeElement === this.canvas ? focus : text;
      c.lineWidth = 2;
      c.strokeRect(Math.max(1, x), y + 1, Math.max(2, Math.min(w, width - Math.max(0, x)) - 2), rowHeight - 3);
    }
    c.fillStyle = back;
  }

  clip(c, name, room) {
    const letter = this.letter || (this.letter = c.measureText('m').width), n = Math.floor(room / letter);
    return name.length <= n ? name : n > 1 ? name.slice(0, n - 1) + '…' : '';
  }

  find(event) {
    const box = this.canvas.getBoundingClientRect(), row = Math.floor((event.clientY - box.top) / rowHeight);
    const depth = this.up ? this.depth - 1 - row : row, x = this.view[0] + (event.clientX - box.left) / this.width
      * (this.view[1] - this.view[0]);
    return (this.rows[depth] || []).find(b => b.x <= x && x < b.x + b.width);
  }

  hover(event) {
    const b = this.find(event);
    showTip(b ? this.tell(b.node).join('\n') : '', event.clientX, event.clientY);
    this.canvas.style.cursor = b ? 'pointer' : 'default';
  }

  click(event) {
    const b = this.find(event);
    if (!b)
      return;
    const again = this.at === b;
    this.select(b);
    if (again)
      this.zoom([b.x, b.x + b.width]);
  }

  select(b) {
    this.at = b;
    const [from, to] = this.view;
    if (b.x + b.width <= from || b.x >= to)
      this.view = [0, 1];
    this.draw();
    say(this.tell(b.node).join(', '));
    this.choose(b.node);
  }

  zoom(view) {
    const least = 1e-9;
    this.view = [Math.max(0, view[0]), Math.min(1, Math.max(view[1], view[0] + least))];
    this.draw();
  }

  wheel(event) {
    if (!event.ctrlKey)
      return;
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect(), part = (event.clientX - box.left) / this.width,
      [from, to] = this.view;
    const at = from + part * (to - from), size = Math.min(1, (to - from) * (event.deltaY > 0 ? 1.25 : 0.8));
    const begin = Math.max(0, Math.min(1 - size, at - part * size));
    this.zoom([begin, begin + size]);
  }

  key(event) {
    const b = this.at, inside = (a, c) => a.x >= c.x - 1e-12 && a.x + a.width <= c.x + c.width + 1e-12;
    const row = d => this.rows[d] || [], widest = list => list.reduce((most, n) => !most || n.width > most.width ? n
      : most, null);
    const deeper = () => b && widest(row(b.depth + 1).filter(n => inside(n, b))),
      higher = () => b && row(b.depth - 1).find(n => inside(b, n));
    const moves = { ArrowDown: this.up ? higher : deeper, ArrowUp: this.up ? deeper : higher,
      ArrowRight: () => b && row(b.depth)[row(b.depth).indexOf(b) + 1],
      ArrowLeft: () => b && row(b.depth)[row(b.depth).indexOf(b) - 1] };
    if (event.ctrlKey || event.altKey || event.metaKey)
      return;
    if (event.key in moves) {
      event.preventDefault();
      const to = b ? moves[event.key]() : row(0)[0];
      if (to)
        this.select(to);
    } else if (event.key === 'Enter' && b) {
      event.preventDefault();
      this.zoom([b.x, b.x + b.width]);
    } else if (event.key === 'Escape') {
      this.zoom([0, 1]);
    }
  }
}
